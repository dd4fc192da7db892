import { unlimited } from '@culvert/schema/units'
import type { Selectable } from 'kysely'
import type {
  PlanAvailability,
  PlanChangeMode,
  PlanFeature,
  PlanType,
  PlanUnit,
  Refusal,
} from '../../generated/schema.ts'
import { addMs, hourMs } from '../../ground/clock.ts'
import { AppError, conflict } from '../../ground/errors.ts'
import {
  listedLimits,
  mapLimits,
  planLimits,
  type CheckedLimit,
  type CheckedPlanLimit,
  type LimitFeature,
} from './limits.ts'
import type { PlanTable } from './table.ts'

/** The limits of what an account may use. A limit of -1 means unlimited. */
export type Plan = Selectable<PlanTable>

/** The plan in force of an account. */
export interface RunningPlan {
  plan: Plan
  startsAt: Date
  /** No period that began before is invoiced; null if none is left out. */
  invoicedFrom: Date | null
}

/** Reports whether a plan costs something. */
export function isPriced<Terms extends Pick<Plan, 'priceMonthly'>>(
  terms: Terms,
): terms is Terms & { priceMonthly: number } {
  return (terms.priceMonthly ?? 0) > 0
}

/** Throws PLAN_LIMIT_REACHED unless the plan has room for one more. */
export function checkLimit(plan: Plan, field: CheckedLimit, used: number): void {
  const refusal = findPlanRefusal(plan, field, used)
  if (refusal) throw new AppError('PLAN_LIMIT_REACHED', `${refusal.title}. ${refusal.text}`)
}

/** Returns why the plan refuses one more; null while it has room. */
export function findPlanRefusal(plan: Plan, field: CheckedLimit, used: number): Refusal | null {
  const limit = plan[field]
  if (limit === unlimited || used < limit) return null
  const { reached, missing }: CheckedPlanLimit = planLimits[field]
  if (limit === 0 && missing) return { reason: 'NOT_IN_PLAN', ...missing }
  return { reason: 'LIMIT_REACHED', ...reached({ name: plan.name, limit }) }
}

/** Reports whether usage exceeds a plan's limit. */
export function exceeds(used: number, limit: number): boolean {
  return limit !== unlimited && used > limit
}

/** Returns the instant since which a plan keeps requests; undefined: without limit. */
export function keptSince(keptHours: number, now: Date): Date | undefined {
  return keptHours === unlimited ? undefined : addMs(now, -keptHours * hourMs)
}

/** Returns the lines of a plan's cards. */
export function listFeatures(plan: Plan): PlanFeature[] {
  return listedLimits.flatMap(([field, { unit, feature }]) => {
    const limit = plan[field]
    return feature
      ? [{ text: describeFeature(limit, unit, feature), missing: limit === 0, isMain: feature.isMain }]
      : []
  })
}

function describeFeature(limit: number, unit: PlanUnit, { noun, isMonthly }: LimitFeature): string {
  const many = unit === 'COUNT' ? `${noun}s` : noun
  if (limit === unlimited) return `Unlimited ${many}`
  if (limit === 0) return `No ${many}`
  const amount = limit.toLocaleString('en-US') + (unit === 'GIB' ? ' GB' : '')
  return `${amount} ${limit === 1 ? noun : many}${isMonthly ? ' / month' : ''}`
}

/** Returns how an account can get a plan, by the installation's mode and the plan. */
export function findAvailability(
  { type, priceMonthly, providerProductId }: Pick<Plan, 'type' | 'priceMonthly' | 'providerProductId'>,
  mode: PlanChangeMode,
): PlanAvailability {
  if (mode === 'coming_soon') return 'SELECTABLE'
  const isSold = mode === 'provider' && providerProductId !== null
  if (priceMonthly === null && !isSold) return 'BY_AGREEMENT'
  return mode === 'manual' || type === 'free' || isSold ? 'SELECTABLE' : 'NOT_SOLD'
}

/** The plans of a new installation; the operator changes them later. */
export const seededPlans: Omit<Plan, 'id'>[] = [
  seed('Early Access', 'free', 0, { priceMonthly: 0, allowsNamespaceChange: false }),
  seed('Pro', 'pro', 1, { priceMonthly: 12, allowsNamespaceChange: true }),
  seed('Custom', 'custom', 2, { priceMonthly: null, allowsNamespaceChange: true }),
]

function seed(
  name: string,
  type: PlanType,
  seedIndex: 0 | 1 | 2,
  terms: Pick<Plan, 'priceMonthly' | 'allowsNamespaceChange'>,
): Omit<Plan, 'id'> {
  const limits = mapLimits(({ seeds }) => seeds[seedIndex])
  return { name, type, isActive: true, providerProductId: null, ...limits, ...terms }
}

/** Refuses the plan that the account is on. */
export function onPlanAlready({ name }: Plan): AppError {
  return conflict(`This account is on ${name} already.`, { field: 'planId' })
}
