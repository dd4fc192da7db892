import { bytesPerGb } from '@culvert/schema/units'
import type { PlanChangeMode, PlanUnit } from '../../graphql/generated/graphql.ts'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { formatGb, formatLimit } from '../../ui/limits.ts'
import type { Plan } from '../plans/plan.ts'
import { formatCents } from '../plans/price.ts'

/** The label of a plan's button. */
export type PlanAction = 'Current Plan' | 'Subscribe' | 'Upgrade' | 'Downgrade' | 'Switch Plan'

/** Returns the action of a plan's button, given the current plan. */
export function getPlanAction(current: Plan, plan: Plan): PlanAction {
  if (plan.id === current.id) return 'Current Plan'
  if (plan.isFree || isCheaper(plan, current)) return 'Downgrade'
  if (plan.isProviderBacked && !current.isProviderBacked) return 'Subscribe'
  return current.isFree || isCheaper(current, plan) ? 'Upgrade' : 'Switch Plan'
}

/** Describes the effect of confirming a change. */
export function describeEffect(plan: Plan, mode: PlanChangeMode | undefined): string {
  if (plan.isFree) return `Your account is downgraded to the ${plan.name} plan.`
  if (mode === 'provider' || (plan.isProviderBacked && mode !== 'manual')) {
    return `You will be redirected to the payment provider for the ${plan.name} plan.`
  }
  const price = plan.priceMonthlyCents === null ? 'the price agreed with you' : formatCents(plan.priceMonthlyCents)
  return `Changing to the ${plan.name} plan will generate a new invoice for ${price} that you can pay later.`
}

interface Figures {
  used: number
  limit: number
  unit: PlanUnit
}

/** Formats an account's use of a limit, for example `5 of 3`. */
export function formatUsage({ used, limit, unit }: Figures): string {
  switch (unit) {
    case 'COUNT':
      return `${formatCount(used)} of ${formatLimit(limit)}`
    case 'GIB':
      return `${formatBytes(used * bytesPerGb)} of ${formatGb(limit)}`
    case 'HOURS':
      return `${formatCount(Math.ceil(used))} of ${formatLimit(limit)}`
    default:
      return unit satisfies never
  }
}

/** Compares prices. A negotiated price compares with none. */
function isCheaper(plan: Plan, other: Plan): boolean {
  return (
    plan.priceMonthlyCents !== null &&
    other.priceMonthlyCents !== null &&
    plan.priceMonthlyCents < other.priceMonthlyCents
  )
}
