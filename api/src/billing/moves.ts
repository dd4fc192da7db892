import { randomUUIDv7 } from 'node:crypto'
import type { Account } from '../accounts/rules.ts'
import { recordAudit, type AuditSource } from '../audit/service.ts'
import type { Trx } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { firstPeriod, type Invoice } from './invoice-rules.ts'
import { closePeriod, openInvoice } from './invoices.ts'
import * as repository from './repository.ts'
import type { Plan } from './rules.ts'

/** A plan that an account goes to. */
export interface PlanMove {
  account: Account
  to: Plan
  /** Whether its price is invoiced here, rather than taken by the payment provider or by nobody. */
  isInvoiced: boolean
}

/**
 * Puts an account on another plan, and answers the invoice that follows: for the plan's first month, and for what the former
 * plan left owed. Throws CONFLICT when the account is on the plan already. Call it with the account locked.
 */
export async function movePlan(
  trx: Trx,
  source: AuditSource,
  { account, to, isInvoiced }: PlanMove,
): Promise<Invoice | undefined> {
  const accountId = account.id
  const from = await repository.findActivePlan(trx, accountId)
  if (!from) throw new Error(`Account ${accountId} has no active plan.`)
  if (from.plan.id === to.id) throw onPlanAlready(to)
  const now = source.clock.now()
  await repository.endAccountPlan(trx, accountId, now)
  await repository.insertAccountPlan(trx, {
    id: randomUUIDv7(),
    accountId,
    planId: to.id,
    isActive: true,
    startsAt: now,
    updatedAt: now,
  })
  await recordAudit(trx, source, {
    action: 'account.plan_changed',
    accountId,
    objectType: 'account',
    objectId: accountId,
    objectName: account.name,
    changes: { plan: { from: from.plan.name, to: to.name } },
  })
  const overage = await closePeriod(trx, source, accountId, from)
  const price = isInvoiced ? (to.priceMonthly ?? 0) : 0
  if (price === 0 && !overage) return undefined
  return await openInvoice(trx, source, { accountId, plan: to, price, overage, ...firstPeriod(now) })
}

/** Refuses a plan that the account has. */
export function onPlanAlready({ name }: Plan): AppError {
  return new AppError('CONFLICT', `This account is on ${name} already.`, { field: 'planId' })
}
