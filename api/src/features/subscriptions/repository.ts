import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { liveStatuses, type Subscription } from './rules.ts'

/** Returns a number for a read that begins now: higher than that of every read that began before. */
export async function nextReadNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select nextval('provider_subscription_reads') as number
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The sequence of reads gave no number.')
  return row.number
}

export async function findSubscription(db: Db, id: string): Promise<Subscription | undefined> {
  return await db
    .selectFrom('providerSubscriptions')
    .selectAll('providerSubscriptions')
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns an account's subscription: the newest live one, else the newest. */
export async function findSubscriptionOf(db: Db, accountId: string): Promise<Subscription | undefined> {
  return await db
    .selectFrom('providerSubscriptions')
    .selectAll('providerSubscriptions')
    .where('accountId', '=', accountId)
    .orderBy((eb) => eb('status', 'in', liveStatuses), 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Returns the account that a customer of the provider belongs to, from an earlier subscription. */
export async function findAccountOfCustomer(db: Db, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('providerSubscriptions')
    .select('accountId')
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return row?.accountId
}

/** Returns the ids of live subscriptions: of one account, or of all. */
export async function listLiveIds(db: Db, accountId?: string): Promise<string[]> {
  let query = db.selectFrom('providerSubscriptions').select('id').where('status', 'in', liveStatuses)
  if (accountId !== undefined) query = query.where('accountId', '=', accountId)
  return (await query.execute()).map(({ id }) => id)
}

/** Stores what a read found. Returns false if a later read was stored before. */
export async function upsertSubscription(
  trx: Trx,
  subscription: Subscription,
  readNumber: number,
  now: Date,
): Promise<boolean> {
  const { id, accountId, ...found } = subscription
  const state = { ...found, readNumber, updatedAt: now }
  const written = await trx
    .insertInto('providerSubscriptions')
    .values({ id, accountId, createdAt: now, ...state })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(state).where('providerSubscriptions.readNumber', '<', readNumber),
    )
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Stores a page that was opened for an account, unless it is stored. */
export async function insertCheckout(
  trx: Trx,
  checkout: { id: string; accountId: string; idempotencyKey: string; createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('checkouts')
    .values(checkout)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Returns the pages that were opened for an account, oldest first; with `beforeId`, those before that one. */
export async function listCheckouts(
  db: Db,
  accountId: string,
  beforeId?: string,
): Promise<{ id: string; idempotencyKey: string }[]> {
  let query = db.selectFrom('checkouts').select(['id', 'idempotencyKey']).where('accountId', '=', accountId)
  if (beforeId !== undefined) {
    query = query.where('number', '<', (eb) =>
      eb.selectFrom('checkouts as opened').select('opened.number').where('opened.id', '=', beforeId),
    )
  }
  return await query.orderBy('number').execute()
}

export async function deleteCheckouts(db: Db, checkouts: readonly { id: string }[]): Promise<void> {
  const ids = checkouts.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('checkouts').where('id', 'in', ids).execute()
}

/** Deletes the pages that were opened before an instant, and returns their ids. */
export async function takeCheckoutsBefore(trx: Trx, instant: Date): Promise<string[]> {
  const rows = await trx.deleteFrom('checkouts').where('createdAt', '<', instant).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Records an event as seen. Returns false if it was seen before. */
export async function insertEvent(trx: Trx, event: { id: string; type: string; receivedAt: Date }): Promise<boolean> {
  const inserted = await trx
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteEventsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('paymentEvents').where('receivedAt', '<', instant).execute()
}
