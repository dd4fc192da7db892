import { unlimited } from '@culvert/schema/units'
import { formatNumber } from '../../ui/format.ts'
import { formatGb } from '../../ui/limits.ts'
import type { PlanFeature } from '../../ui/PlanCard.tsx'
import type { Plan } from './plan.ts'

/** What a plan's card says that it includes. */
export function listFeatures(plan: Plan): PlanFeature[] {
  return [
    describeLimit(plan.maxSubpoints, 'gateway'),
    describeLimit(plan.maxDomains, 'custom domain'),
    describeLimit(plan.maxTeamMembers, 'team member'),
    describeLimit(plan.maxConcurrentAgents, 'concurrent agent'),
    describeLimit(plan.maxApiRequests, 'API request', ' / month'),
  ]
}

/** The same, with the features that only newcomers need to hear of. */
export function listAllFeatures(plan: Plan): PlanFeature[] {
  const { maxDataOutGb, maxIpRestrictions } = plan
  const transfer = maxDataOutGb === unlimited ? 'Unlimited data transfer' : `${formatGb(maxDataOutGb)} data transfer`
  return [...listFeatures(plan), { text: transfer }, describeLimit(maxIpRestrictions, 'IP restriction')]
}

function describeLimit(limit: number, noun: string, per = ''): PlanFeature {
  if (limit === unlimited) return { text: `Unlimited ${noun}s` }
  return limit === 0 ? { text: `No ${noun}s`, missing: true } : { text: formatNumber(limit, noun) + per }
}
