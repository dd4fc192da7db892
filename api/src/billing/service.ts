import { randomUUIDv7 } from 'node:crypto'
import { lockAccount } from '../accounts/service.ts'
import type { Db, Trx } from '../db/db.ts'
import type { PlanLimitName } from '../plan-limits.ts'
import * as repository from './repository.ts'
import { checkLimit, seededPlans, type Plan } from './rules.ts'

export { listPlans, lockFreePlans } from './repository.ts'

/** Puts a new account on the free plan. */
export async function assignFreePlan(trx: Trx, accountId: string, now: Date): Promise<void> {
  const { id: planId } = await getFreePlan(trx)
  await repository.insertAccountPlan(trx, {
    id: randomUUIDv7(),
    accountId,
    planId,
    isActive: true,
    startsAt: now,
    updatedAt: now,
  })
}

/** The free plan on offer, on which accounts start. */
export async function getFreePlan(db: Db): Promise<Plan> {
  const plan = await repository.findFreePlan(db)
  if (!plan) throw new Error('The operator offers no free plan, so that nobody can sign up.')
  return plan
}

/** The plan in force. */
export async function getPlan(db: Db, accountId: string): Promise<Plan> {
  const plan = (await repository.findPlans(db, [accountId])).get(accountId)
  if (!plan) throw new Error(`Account ${accountId} has no active plan.`)
  return plan
}

/**
 * Locks the account, then throws PLAN_LIMIT_REACHED unless its plan has room for one more. Call it in the transaction
 * that adds the row: whoever else counts waits for the lock, so that two requests at once never pass the limit.
 */
export async function lockAllowance(
  trx: Trx,
  accountId: string,
  limit: PlanLimitName,
  countUsed: () => Promise<number>,
): Promise<void> {
  await lockAccount(trx, accountId)
  checkLimit(await getPlan(trx, accountId), limit, await countUsed())
}

/** Gives a new installation its plans; changes nothing in one that has them. */
export async function seedPlans(db: Db): Promise<void> {
  await repository.insertMissingPlans(
    db,
    seededPlans.map((plan) => ({ id: randomUUIDv7(), ...plan })),
  )
}
