import type { Db, Trx } from '../db/db.ts'
import type { Plan } from './rules.ts'

const planColumns = [
  'plans.id',
  'plans.name',
  'plans.type',
  'plans.priceMonthly',
  'plans.maxSubpoints',
  'plans.maxDomains',
  'plans.maxTeamMembers',
  'plans.maxConcurrentAgents',
  'plans.maxApiRequests',
  'plans.maxDataOutGb',
  'plans.maxAgentHoursMonthly',
  'plans.maxIpRestrictions',
  'plans.allowsNamespaceChange',
] as const

/** The plans on offer, cheapest first; those without a price come last. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return await db
    .selectFrom('plans')
    .select(planColumns)
    .where('isActive', '=', true)
    .orderBy('priceMonthly', (order) => order.asc().nullsLast())
    .orderBy('name')
    .execute()
}

/** The plan in force of each of these accounts. */
export async function findPlans(db: Db, accountIds: readonly string[]): Promise<Map<string, Plan>> {
  const rows = await db
    .selectFrom('accountPlans')
    .innerJoin('plans', 'plans.id', 'accountPlans.planId')
    .select([...planColumns, 'accountPlans.accountId'])
    .where('accountId', 'in', accountIds)
    .where('accountPlans.isActive', '=', true)
    .execute()
  return new Map(rows.map(({ accountId, ...plan }) => [accountId, plan]))
}

/** Holds which plan these accounts are on until the transaction ends, and returns the plan of those that pay nothing. */
export async function lockFreePlans(trx: Trx, accountIds: readonly string[]): Promise<Map<string, Plan>> {
  if (accountIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('accountPlans')
    .innerJoin('plans', 'plans.id', 'accountPlans.planId')
    .select([...planColumns, 'accountPlans.accountId'])
    .where('accountId', 'in', accountIds)
    .where('accountPlans.isActive', '=', true)
    .where('plans.type', '=', 'free')
    // In one order everywhere, so that two transactions never wait for each other.
    .orderBy('accountPlans.accountId')
    .forNoKeyUpdate('accountPlans')
    .execute()
  return new Map(rows.map(({ accountId, ...plan }) => [accountId, plan]))
}

/** The free plan on offer that new accounts start with. */
export async function findFreePlanId(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('plans')
    .select('id')
    .where('type', '=', 'free')
    .where('isActive', '=', true)
    .orderBy('name')
    .executeTakeFirst()
  return row?.id
}

export interface NewAccountPlan {
  id: string
  accountId: string
  planId: string
  isActive: true
  startsAt: Date
  updatedAt: Date
}

export async function insertAccountPlan(trx: Trx, accountPlan: NewAccountPlan): Promise<void> {
  await trx.insertInto('accountPlans').values(accountPlan).execute()
}

/** Adds plans that the installation does not have yet, by name. */
export async function insertMissingPlans(db: Db, plans: Plan[]): Promise<void> {
  await db
    .insertInto('plans')
    .values(plans.map((plan) => ({ ...plan, isActive: true })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
