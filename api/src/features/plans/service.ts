import { randomUUIDv7 } from 'node:crypto'
import type { Permission, PlanUsage, Refusal } from '../../generated/schema.ts'
import { notFound } from '../../ground/errors.ts'
import { findRoleRefusal } from '../../platform/access/authorize.ts'
import type { Action } from '../../platform/access/permissions.ts'
import type { Loaders, RequestContext } from '../../platform/context.ts'
import type { Locked, Db, Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { usedLimits, type CheckedLimit } from './limits.ts'
import * as repository from './repository.ts'
import { checkLimit, exceeds, findPlanRefusal, type Plan, type RunningPlan, seededPlans } from './rules.ts'

/** Puts a new account on the free plan. */
export async function assignFreePlan(trx: Trx, accountId: string, now: Date): Promise<void> {
  await insertPlanOf(trx, accountId, (await getFreePlan(trx)).id, now)
}

/** Returns the free plan on offer, on which accounts start. */
export async function getFreePlan(db: Db): Promise<Plan> {
  const plan = await repository.findFreePlan(db)
  if (!plan) throw new Error('The operator offers no free plan, so nobody can sign up.')
  return plan
}

/** Returns the plan in force. */
export async function getPlan(db: Db, accountId: string): Promise<Plan> {
  const plan = (await repository.findPlans(db, [accountId])).get(accountId)
  if (!plan) throw noPlan(accountId)
  return plan
}

/**
 * Throws PLAN_LIMIT_REACHED unless the account's plan has room for one more. Call it in the transaction that adds the row, with
 * the account locked: two requests at once never exceed the limit.
 */
export async function checkAllowance(
  trx: Trx,
  { id }: Locked<{ id: string }>,
  limit: CheckedLimit,
  countUsed: CountUsed,
): Promise<void> {
  const plan = await getPlan(trx, id)
  checkLimit(plan, limit, (await countUsed([id])).get(id) ?? 0)
}

/** Reports whether the account's plan has room for one more, as `checkAllowance` does. */
export async function hasAllowance(
  trx: Trx,
  { id }: Locked<{ id: string }>,
  limit: CheckedLimit,
  countUsed: CountUsed,
): Promise<boolean> {
  const plan = await getPlan(trx, id)
  return findPlanRefusal(plan, limit, (await countUsed([id])).get(id) ?? 0) === null
}

/** Counts what accounts use of a limit. */
type CountUsed = (accountIds: readonly [string]) => Promise<Map<string, number>>

/**
 * Judges whether the viewer may add one more of what the plan limits: by their role, and by the plan. Usage is counted from
 * lists that screens show beside the answer: it is the same statement.
 */
export async function judgeAddition(
  context: RequestContext,
  action: Action,
  limit: CheckedLimit,
  accountId: string,
  listUsed: Promise<unknown[] | undefined>,
): Promise<Permission> {
  const [plan, used = [], roleRefusal] = await Promise.all([
    getPlanOf(context.loaders, accountId),
    listUsed,
    findRoleRefusal(context, action, accountId),
  ])
  const planRefusal = findPlanRefusal(plan, limit, used.length)
  const byRole: Refusal | null =
    roleRefusal === undefined ? null : { reason: 'ROLE', title: 'Not Allowed', text: roleRefusal }
  const refusal = planRefusal?.reason === 'NOT_IN_PLAN' ? planRefusal : (byRole ?? planRefusal)
  return { allowed: refusal === null, refusal }
}

/** Returns what the account uses of everything that plans limit, with the limits of a plan; the one in force when left out. */
export async function listPlanUsage(
  { loaders }: RequestContext,
  accountId: string,
  planId: string | undefined,
): Promise<PlanUsage[]> {
  const plan = planId === undefined ? await loaders.plan.load(accountId) : await loaders.planById.load(planId)
  if (!plan) throw notFound('plan')
  return await Promise.all(
    usedLimits.map(async ([field, { label, unit }]) => {
      const used = await loaders.planUsage[field].load(accountId)
      const limit = plan[field]
      return { label, used, limit, unit, exceeded: exceeds(used, limit) }
    }),
  )
}

/** Puts an account on a plan, from now on. Returns the one that it had. Call it with the account locked. */
export async function replacePlan(trx: Trx, accountId: string, to: Plan, now: Date): Promise<RunningPlan> {
  const from = await repository.findActivePlan(trx, accountId)
  if (!from) throw noPlan(accountId)
  await repository.endAccountPlan(trx, accountId, now)
  await insertPlanOf(trx, accountId, to.id, now)
  return from
}

/** Ends the plan of a deleted account. */
export async function endPlanOf({ trx, source }: Ending, { accountId }: { accountId: string }): Promise<void> {
  await repository.endAccountPlan(trx, accountId, source.clock.now())
}

async function insertPlanOf(trx: Trx, accountId: string, planId: string, now: Date): Promise<void> {
  const period = { isActive: true, startsAt: now, updatedAt: now }
  await repository.insertAccountPlan(trx, { id: randomUUIDv7(), accountId, planId, ...period })
}

/** Gives a new installation its plans; changes nothing in one that has any, whatever their names are by now. */
export async function seedPlans(db: Db): Promise<void> {
  if (await repository.hasPlans(db)) return
  await repository.insertFirstPlans(
    db,
    seededPlans.map((plan) => ({ id: randomUUIDv7(), ...plan })),
  )
}

/** Returns the plan in force, read together with others. Key: the account's id. */
export async function getPlanOf(loaders: Loaders, accountId: string): Promise<Plan> {
  const plan = await loaders.plan.load(accountId)
  if (!plan) throw noPlan(accountId)
  return plan
}

function noPlan(accountId: string): Error {
  return new Error(`Account ${accountId} has no active plan.`)
}

/** Returns any plan, on offer or not, read together with others. */
export async function getPlanById(loaders: Loaders, id: string): Promise<Plan> {
  const plan = await loaders.planById.load(id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}

export {
  findActivePlan,
  findPlan,
  findPlans,
  findAccountState,
  listAllPlans,
  listPlans,
  lockFreePlans,
} from './repository.ts'
