import { type AuditSource, recordAudit } from '../../platform/audit/service.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import { describeObject, type Account } from '../accounts/rules.ts'
import { onPlanAlready, type Plan, type RunningPlan } from '../plans/rules.ts'
import { replacePlan } from '../plans/service.ts'
import { firstPeriod, type Invoice } from './rules.ts'
import { closePeriod, openInvoice } from './service.ts'

/** A plan that an account moves to. */
export interface PlanSwitch {
  account: Locked<Account>
  to: Plan
  /** Whether its price is invoiced here, rather than charged by the payment provider or not at all. */
  isInvoiced: boolean
}

/**
 * Puts an account on another plan, and returns the invoice that follows: for the plan's first month, and for what the former
 * plan left owed. Throws CONFLICT when the account is on the plan already.
 */
export async function switchPlan(
  trx: Trx,
  source: AuditSource,
  { account, to, isInvoiced }: PlanSwitch,
): Promise<Invoice | undefined> {
  const now = source.clock.now()
  const from = await replacePlan(trx, account.id, to, now)
  if (from.plan.id === to.id) throw onPlanAlready(to)
  await recordAudit(trx, source, {
    action: 'account.plan_changed',
    ...describeObject(account),
    changes: { plan: { from: from.plan.name, to: to.name } },
  })
  return await invoiceSwitch(trx, source, { account, to, isInvoiced }, { from, now })
}

/** Begins the plan of an account anew, without an invoice for it: a subscription pays for it from now on. */
export async function endInvoicing(trx: Trx, source: AuditSource, account: Locked<Account>, plan: Plan): Promise<void> {
  const now = source.clock.now()
  const from = await replacePlan(trx, account.id, plan, now)
  await invoiceSwitch(trx, source, { account, to: plan, isInvoiced: false }, { from, now })
}

async function invoiceSwitch(
  trx: Trx,
  source: AuditSource,
  { account, to, isInvoiced }: PlanSwitch,
  { from, now }: { from: RunningPlan; now: Date },
): Promise<Invoice | undefined> {
  const overage = await closePeriod(trx, source, account, from)
  const price = isInvoiced ? (to.priceMonthly ?? 0) : 0
  if (price === 0 && !overage) return undefined
  return await openInvoice(trx, source, { accountId: account.id, plan: to, price, overage, ...firstPeriod(now) })
}
