import { formatNumber } from '../ui/format.ts'
import { formatGb, unlimited } from '../ui/limits.ts'
import type { PlanFeature } from '../ui/PlanCard.tsx'
import type { Plan_PlanFragment } from './Plan.generated.ts'

/** What a plan's card says that it includes. */
export function listFeatures(plan: Plan_PlanFragment): PlanFeature[] {
  return [
    describeLimit(plan.maxSubpoints, 'gateway'),
    describeLimit(plan.maxDomains, 'custom domain'),
    describeLimit(plan.maxTeamMembers, 'team member'),
    describeLimit(plan.maxConcurrentAgents, 'concurrent agent'),
    describeLimit(plan.maxApiRequests, 'API request', ' / month'),
  ]
}

/** The same with what is told to those who do not know the plans yet. */
export function listAllFeatures(plan: Plan_PlanFragment): PlanFeature[] {
  const { maxDataOutGb, maxIpRestrictions } = plan
  const transfer = maxDataOutGb === unlimited ? 'Unlimited data transfer' : `${formatGb(maxDataOutGb)} data transfer`
  return [...listFeatures(plan), { text: transfer }, describeLimit(maxIpRestrictions, 'IP restriction')]
}

function describeLimit(limit: number, noun: string, per = ''): PlanFeature {
  if (limit === unlimited) return { text: `Unlimited ${noun}s` }
  return limit === 0 ? { text: `No ${noun}s`, missing: true } : { text: formatNumber(limit, noun) + per }
}
