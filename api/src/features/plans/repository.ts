import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byAccount, byId } from '../../platform/db/rows.ts'
import type { Plan, RunningPlan } from './rules.ts'
import type { AccountPlanTable } from './table.ts'

/** Selects plans, cheapest first; those without a price come last. */
function selectCheapestFirst(db: Db) {
  return db
    .selectFrom('plans')
    .selectAll()
    .orderBy('priceMonthly', (order) => order.asc().nullsLast())
    .orderBy('name')
}

/** Selects the plans in force. */
function selectActive(db: Db) {
  return db
    .selectFrom('accountPlans')
    .innerJoin('plans', 'plans.id', 'accountPlans.planId')
    .selectAll('plans')
    .where('accountPlans.isActive', '=', true)
}

/** Returns the plans on offer, cheapest first. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return await selectCheapestFirst(db).where('isActive', '=', true).execute()
}

/** Returns all plans, including those that are not on offer, cheapest first. */
export async function listAllPlans(db: Db): Promise<Plan[]> {
  return await selectCheapestFirst(db).execute()
}

/** Returns plans by id, on offer or not. */
export async function findPlansById(db: Db, ids: readonly string[]): Promise<Map<string, Plan>> {
  return byId(await db.selectFrom('plans').selectAll().where('id', 'in', ids).execute())
}

/** Returns a plan by its id or its name, on offer or not. */
export async function findPlan(db: Db, idOrName: string): Promise<Plan | undefined> {
  return await db
    .selectFrom('plans')
    .selectAll('plans')
    .where((eb) => eb.or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .executeTakeFirst()
}

/** Returns the plan in force of each of these accounts. */
export async function findPlans(db: Db, accountIds: readonly string[]): Promise<Map<string, Plan>> {
  return byAccount(await selectActive(db).select('accountId').where('accountId', 'in', accountIds).execute())
}

/** Locks which plan these accounts are on until the transaction ends, and returns the plan of those that pay nothing. */
export async function lockFreePlans(trx: Trx, accountIds: readonly string[]): Promise<Map<string, Plan>> {
  if (accountIds.length === 0) return new Map()
  const plans = await selectActive(trx)
    .select('accountId')
    .where('accountId', 'in', accountIds)
    .where('plans.type', '=', 'free')
    // In the same order everywhere, so that two transactions cannot deadlock.
    .orderBy('accountId')
    .forNoKeyUpdate('accountPlans')
    .execute()
  return byAccount(plans)
}

/** Returns the free plan on offer that new accounts start with. */
export async function findFreePlan(db: Db): Promise<Plan | undefined> {
  return await db
    .selectFrom('plans')
    .selectAll('plans')
    .where('type', '=', 'free')
    .where('isActive', '=', true)
    .orderBy('name')
    .executeTakeFirst()
}

export async function insertAccountPlan(trx: Trx, accountPlan: Insertable<AccountPlanTable>): Promise<void> {
  await trx.insertInto('accountPlans').values(accountPlan).execute()
}

/** Returns the plan in force, and since when it is and is invoiced. */
export async function findActivePlan(db: Db, accountId: string): Promise<RunningPlan | undefined> {
  const row = await selectActive(db)
    .select(['startsAt', 'invoicedFrom'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const { startsAt, invoicedFrom, ...plan } = row
  return { plan, startsAt, invoicedFrom }
}

/** Leaves out the periods that began before an instant, of the accounts that are on a plan, or of all. */
export async function resumeInvoicing(trx: Trx, planId: string | undefined, from: Date): Promise<void> {
  const active = trx.updateTable('accountPlans').set({ invoicedFrom: from }).where('isActive', '=', true)
  await (planId === undefined ? active : active.where('planId', '=', planId)).execute()
}

/** Ends the plan in force. */
export async function endAccountPlan(trx: Trx, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable('accountPlans')
    .set({ isActive: false, endsAt: now, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('isActive', '=', true)
    .execute()
}

/** Reports whether an account is live, was deleted, or is unknown to this installation. */
export async function findAccountState(db: Db, accountId: string): Promise<'lives' | 'deleted' | undefined> {
  const row = await db
    .selectFrom('accountPlans')
    .select('isActive')
    .where('accountId', '=', accountId)
    .orderBy('isActive', 'desc')
    .executeTakeFirst()
  return row && (row.isActive ? 'lives' : 'deleted')
}

/** Makes transactions that change plans take turns, until this one ends. Accounts can be put on plans meanwhile. */
export async function lockPlans(trx: Trx): Promise<void> {
  // In the same order everywhere, so that two transactions cannot deadlock.
  await trx.selectFrom('plans').select('id').orderBy('id').forNoKeyUpdate().execute()
}

export async function insertPlan(trx: Trx, plan: Plan): Promise<void> {
  await trx.insertInto('plans').values(plan).execute()
}

export async function updatePlan(trx: Trx, id: string, changes: Partial<Omit<Plan, 'id'>>): Promise<void> {
  await trx.updateTable('plans').set(changes).where('id', '=', id).execute()
}

export async function hasPlans(db: Db): Promise<boolean> {
  return (await db.selectFrom('plans').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Adds the plans of a new installation. Two nodes that add them at once add them once. */
export async function insertFirstPlans(db: Db, plans: Plan[]): Promise<void> {
  await db
    .insertInto('plans')
    .values(plans)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
