import type { Plan } from './billing/rules.ts'

interface PlanLimit {
  /** The plan's field that holds the limit; -1 there means unlimited. */
  field: Extract<keyof Plan, `max${string}`>
  /** What a member reads who wants one more than the plan has. */
  message: (plan: Plan) => string
}

/** Everything that a plan limits and that is checked when a row is added. */
export const planLimits = {
  gateways: {
    field: 'maxSubpoints',
    message: () =>
      "Gateway Limit Reached. You've reached the maximum number of gateways for your current plan. Upgrade to create more.",
  },
  domains: {
    field: 'maxDomains',
    message: (plan) =>
      plan.maxDomains === 0
        ? 'Custom Domains Not Available. Custom domains are available on Pro and Custom plans.'
        : "Domain Limit Reached. You've reached the maximum number of custom domains for your current plan. Upgrade to add more.",
  },
  ipRestrictions: {
    field: 'maxIpRestrictions',
    message: (plan) =>
      plan.maxIpRestrictions === 0
        ? 'IP Restrictions Not Available. IP restrictions are available on Pro and Custom plans.'
        : "IP Restriction Limit Reached. You've reached the maximum number of IP restrictions for your current plan. Upgrade to add more.",
  },
  concurrentAgents: {
    field: 'maxConcurrentAgents',
    message: (plan) =>
      `Connection Limit Reached. ${plan.name} allows ${plan.maxConcurrentAgents} agents at the same time, and all of them are running. Stop one, or upgrade.`,
  },
  teamMembers: {
    field: 'maxTeamMembers',
    message: () =>
      'Team Limit Reached. Members and pending invitations have reached the maximum for your current plan. Revoke an invitation, or upgrade to invite more.',
  },
} as const satisfies Record<string, PlanLimit>

export type PlanLimitName = keyof typeof planLimits
