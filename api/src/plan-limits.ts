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
  concurrentAgents: {
    field: 'maxConcurrentAgents',
    message: (plan) =>
      `Connection Limit Reached. ${plan.name} allows ${plan.maxConcurrentAgents} agents at the same time, and all of them are running. Stop one, or upgrade.`,
  },
} as const satisfies Record<string, PlanLimit>

export type PlanLimitName = keyof typeof planLimits
