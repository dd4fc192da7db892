import { unlimited } from '@culvert/schema/units'
import type { PlanUnit } from '../../generated/schema.ts'

/** A limit of plans. */
interface PlanLimit {
  /** What it counts, as screens name it. */
  label: string
  unit: PlanUnit
  /** What it counts, as the command line names it. */
  what: string
  /** The option of `npm run admin -- plans` that sets it. */
  option: string
  /** How plans' cards name it; left out if they do not. */
  feature?: LimitFeature
  /** What the plans of a new installation allow: free, pro, custom. */
  seeds: readonly [free: number, pro: number, custom: number]
  /** The maximum, if not any number is valid; unlimited is always possible. */
  max?: number
  /** Whether it is a term of the plan, of which an account uses nothing. */
  isTerm?: true
  /** The refusal of one more than the plan allows; left out when nothing is refused. */
  reached?: (plan: { name: string; limit: number }) => PlanNotice
  /** The refusal when the plan allows none at all, if it reads differently. */
  missing?: PlanNotice
}

export interface LimitFeature {
  noun: string
  isMonthly?: true
  /** Whether short cards name it too. */
  isMain: boolean
}

interface PlanNotice {
  title: string
  text: string
}

/**
 * Everything that a plan limits, by its field, in the order of cards and commands. The row's type, the checks of what the operator
 * enters, the command's options, and what cards say follow from an entry. A new limit also needs its column, its field in the
 * contract, and a counter in `features/loaders.ts`.
 */
export const planLimits = {
  maxSubpoints: {
    label: 'Gateways',
    unit: 'COUNT',
    what: 'reserved gateways',
    option: 'gateways',
    feature: { noun: 'gateway', isMain: true },
    seeds: [3, 20, unlimited],
    reached: () => ({
      title: 'Gateway Limit Reached',
      text: "You've reached the maximum number of gateways for your current plan. Upgrade to create more.",
    }),
  },
  maxDomains: {
    label: 'Custom domains',
    unit: 'COUNT',
    what: 'custom domains',
    option: 'domains',
    feature: { noun: 'custom domain', isMain: true },
    seeds: [0, 10, unlimited],
    reached: () => ({
      title: 'Domain Limit Reached',
      text: "You've reached the maximum number of custom domains for your current plan. Upgrade to add more.",
    }),
    missing: {
      title: 'Custom Domains Not Available',
      text: 'Custom domains are available on Pro and Custom plans.',
    },
  },
  maxTeamMembers: {
    label: 'Team members and invitations',
    unit: 'COUNT',
    what: 'members and open invitations',
    option: 'members',
    feature: { noun: 'team member', isMain: true },
    seeds: [3, 10, unlimited],
    reached: () => ({
      title: 'Team Limit Reached',
      text: 'Members and pending invitations have reached the maximum for your current plan. Revoke an invitation, or upgrade to invite more.',
    }),
  },
  maxConcurrentAgents: {
    label: 'Running agents',
    unit: 'COUNT',
    what: 'agents at the same time',
    option: 'agents',
    feature: { noun: 'concurrent agent', isMain: true },
    seeds: [2, 10, unlimited],
    reached: ({ name, limit }) => ({
      title: 'Connection Limit Reached',
      text: `${name} allows ${limit} agents at the same time, and all of them are running. Stop one, or upgrade.`,
    }),
  },
  maxApiRequests: {
    label: 'API requests this month',
    unit: 'COUNT',
    what: 'requests a month',
    option: 'requests',
    feature: { noun: 'API request', isMonthly: true, isMain: true },
    seeds: [10_000, 250_000, unlimited],
  },
  maxDataOutGb: {
    label: 'Data transfer this month',
    unit: 'GIB',
    what: 'GiB sent a month',
    option: 'data-gb',
    feature: { noun: 'data transfer', isMain: false },
    seeds: [5, 100, unlimited],
  },
  maxAgentHoursMonthly: {
    label: 'Agent hours this month',
    unit: 'HOURS',
    what: 'agent hours a month',
    option: 'agent-hours',
    seeds: [100, unlimited, unlimited],
  },
  maxIpRestrictions: {
    label: 'IP restrictions',
    unit: 'COUNT',
    what: 'IP restrictions',
    option: 'ip-restrictions',
    feature: { noun: 'IP restriction', isMain: false },
    seeds: [0, 50, unlimited],
    reached: () => ({
      title: 'IP Restriction Limit Reached',
      text: "You've reached the maximum number of IP restrictions for your current plan. Upgrade to add more.",
    }),
    missing: {
      title: 'IP Restrictions Not Available',
      text: 'IP restrictions are available on Pro and Custom plans.',
    },
  },
  maxRequestHours: {
    label: 'Hours for which requests are kept',
    unit: 'HOURS',
    what: 'hours for which requests are kept',
    option: 'request-hours',
    seeds: [24, 7 * 24, unlimited],
    // Each day has a partition of the table: 400 of them.
    max: 400 * 24,
    isTerm: true,
  },
} as const satisfies Record<`max${string}`, PlanLimit>

export type PlanLimitField = keyof typeof planLimits

/** The limits of which an account uses something. */
export type UsedLimit = {
  [Field in PlanLimitField]: (typeof planLimits)[Field] extends { isTerm: true } ? never : Field
}[PlanLimitField]

/** The limits beyond which nothing can be added. */
export type CheckedLimit = {
  [Field in PlanLimitField]: (typeof planLimits)[Field] extends { reached: unknown } ? Field : never
}[PlanLimitField]

/** A limit beyond which nothing can be added. */
export type CheckedPlanLimit = PlanLimit & Required<Pick<PlanLimit, 'reached'>>

/** The limits, each with its field. */
export const listedLimits = Object.entries(planLimits) as [PlanLimitField, PlanLimit][]

/** The limits of which an account uses something. */
export const usedLimits = listedLimits.filter((entry): entry is [UsedLimit, PlanLimit] => entry[1].isTerm !== true)

/** Computes one value for each limit. */
export function mapLimits<Value>(
  compute: (limit: PlanLimit, field: PlanLimitField) => Value,
): Record<PlanLimitField, Value> {
  const entries = listedLimits.map(([field, limit]) => [field, compute(limit, field)])
  return Object.fromEntries(entries) as Record<PlanLimitField, Value>
}
