import { AppError } from '../errors.ts'
import type { PlanAvailability, PlanChangeMode, PlanType } from '../generated/schema.ts'
import { planLimits, type PlanLimitName } from '../plan-limits.ts'

/** What an account may use. A limit of -1 means unlimited. */
export interface Plan {
  id: string
  name: string
  type: PlanType
  /** USD; null when it is agreed with the operator. */
  priceMonthly: number | null
  /** Whether it is on offer. */
  isActive: boolean
  /** A price or a product of the payment provider; null when it does not sell the plan. */
  providerProductId: string | null
  maxSubpoints: number
  maxDomains: number
  maxTeamMembers: number
  maxConcurrentAgents: number
  maxApiRequests: number
  maxDataOutGb: number
  maxAgentHoursMonthly: number
  maxIpRestrictions: number
  allowsNamespaceChange: boolean
}

/** Throws PLAN_LIMIT_REACHED unless one more fits beside what is used. */
export function checkLimit(plan: Plan, name: PlanLimitName, used: number): void {
  const { field, message } = planLimits[name]
  const limit = plan[field]
  if (limit !== -1 && used >= limit) throw new AppError('PLAN_LIMIT_REACHED', message(plan))
}

/** How an account comes by a plan. */
export function findAvailability(
  { type, priceMonthly, providerProductId }: Pick<Plan, 'type' | 'priceMonthly' | 'providerProductId'>,
  mode: PlanChangeMode,
): PlanAvailability {
  if (mode === 'coming_soon') return 'SELECTABLE'
  const isSold = mode === 'provider' && providerProductId !== null
  if (priceMonthly === null && !isSold) return 'BY_AGREEMENT'
  return mode === 'manual' || type === 'free' || isSold ? 'SELECTABLE' : 'NOT_SOLD'
}

const unlimited = -1

/** The plans of a new installation; the operator changes them later. */
export const seededPlans: Omit<Plan, 'id'>[] = [
  {
    name: 'Early Access',
    type: 'free',
    priceMonthly: 0,
    isActive: true,
    providerProductId: null,
    maxSubpoints: 3,
    maxDomains: 0,
    maxTeamMembers: 3,
    maxConcurrentAgents: 2,
    maxApiRequests: 10_000,
    maxDataOutGb: 5,
    maxAgentHoursMonthly: 100,
    maxIpRestrictions: 0,
    allowsNamespaceChange: false,
  },
  {
    name: 'Pro',
    type: 'pro',
    priceMonthly: 12,
    isActive: true,
    providerProductId: null,
    maxSubpoints: 20,
    maxDomains: 10,
    maxTeamMembers: 10,
    maxConcurrentAgents: 10,
    maxApiRequests: 250_000,
    maxDataOutGb: 100,
    maxAgentHoursMonthly: unlimited,
    maxIpRestrictions: 50,
    allowsNamespaceChange: true,
  },
  {
    name: 'Custom',
    type: 'custom',
    priceMonthly: null,
    isActive: true,
    providerProductId: null,
    maxSubpoints: unlimited,
    maxDomains: unlimited,
    maxTeamMembers: unlimited,
    maxConcurrentAgents: unlimited,
    maxApiRequests: unlimited,
    maxDataOutGb: unlimited,
    maxAgentHoursMonthly: unlimited,
    maxIpRestrictions: unlimited,
    allowsNamespaceChange: true,
  },
]
