import type { PlanChangeMode } from '@culvert/schema/client-types'
import { formatBytes, formatCount } from '../ui/format.ts'
import { bytesPerGb, formatGb, formatLimit, unlimited } from '../ui/limits.ts'
import { formatUsd } from './price.ts'
import type { Plan_PlanFragment } from './Plan.generated.ts'

type Plan = Plan_PlanFragment

/** What the button of a plan says. */
export type PlanAction = 'Current Plan' | 'Subscribe' | 'Upgrade' | 'Downgrade' | 'Switch Plan'

/** How a plan relates to the one in force. */
export function getPlanAction(current: Plan, plan: Plan): PlanAction {
  if (plan.id === current.id) return 'Current Plan'
  if (plan.isFree || isCheaper(plan, current)) return 'Downgrade'
  if (plan.isProviderBacked && !current.isProviderBacked) return 'Subscribe'
  return current.isFree || isCheaper(current, plan) ? 'Upgrade' : 'Switch Plan'
}

/** What confirming a change does. */
export function describeEffect(plan: Plan, mode: PlanChangeMode | undefined): string {
  if (plan.isFree) return `Your account is downgraded to the ${plan.name} plan.`
  if (mode === 'provider' || (plan.isProviderBacked && mode !== 'manual')) {
    return `You will be redirected to the payment provider for the ${plan.name} plan.`
  }
  const price = plan.priceMonthly === null ? 'the price agreed with you' : formatUsd(plan.priceMonthly)
  return `Changing to the ${plan.name} plan will generate a new invoice for ${price} that you can pay later.`
}

/** What an account has and has used this month. */
export interface InUse {
  subpoints: number
  domains: number
  /** Members with pending invitations. */
  seats: number
  activeAgents: number
  ipRestrictions: number
  apiRequests: number
  dataOutBytes: number
  agentMinutes: number
}

/** Something of which there is more than a plan has. */
export interface Excess {
  name: string
  /** For example `5 of 3`. */
  figures: string
}

/** What would exceed a plan's limits. */
export function listExcesses(used: InUse, plan: Plan): Excess[] {
  const rows: [name: string, used: number, limit: number, figures: string][] = [
    ['Gateways', used.subpoints, plan.maxSubpoints, countOf(used.subpoints, plan.maxSubpoints)],
    ['Custom domains', used.domains, plan.maxDomains, countOf(used.domains, plan.maxDomains)],
    ['Team members and invitations', used.seats, plan.maxTeamMembers, countOf(used.seats, plan.maxTeamMembers)],
    [
      'Running agents',
      used.activeAgents,
      plan.maxConcurrentAgents,
      countOf(used.activeAgents, plan.maxConcurrentAgents),
    ],
    [
      'IP restrictions',
      used.ipRestrictions,
      plan.maxIpRestrictions,
      countOf(used.ipRestrictions, plan.maxIpRestrictions),
    ],
    ['API requests this month', used.apiRequests, plan.maxApiRequests, countOf(used.apiRequests, plan.maxApiRequests)],
    [
      'Data transfer this month',
      used.dataOutBytes / bytesPerGb,
      plan.maxDataOutGb,
      `${formatBytes(used.dataOutBytes)} of ${formatGb(plan.maxDataOutGb)}`,
    ],
    [
      'Agent hours this month',
      used.agentMinutes / 60,
      plan.maxAgentHoursMonthly,
      countOf(Math.ceil(used.agentMinutes / 60), plan.maxAgentHoursMonthly),
    ],
  ]
  return rows
    .filter(([, amount, limit]) => limit !== unlimited && amount > limit)
    .map(([name, , , figures]) => ({ name, figures }))
}

function countOf(used: number, limit: number): string {
  return `${formatCount(used)} of ${formatLimit(limit)}`
}

/** Prices that are agreed on compare with none. */
function isCheaper(plan: Plan, other: Plan): boolean {
  return plan.priceMonthly !== null && other.priceMonthly !== null && plan.priceMonthly < other.priceMonthly
}
