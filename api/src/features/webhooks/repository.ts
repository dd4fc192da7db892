import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import type { AccountEvent, NoticeKind } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import type { Connection, Slice } from '../../ground/connections.ts'
import type { Page, PageQuery } from '../../ground/pages.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { readPage } from '../../platform/db/rows.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { claimMs, deliveriesMax, type Delivery, type StoredWebhook, waitingMax, type Webhook } from './rules.ts'
import type { WebhookDeliveryTable, WebhookTable } from './table.ts'

export async function insertWebhook(trx: Trx, webhook: StoredWebhook): Promise<void> {
  await trx.insertInto('webhooks').values(webhook).execute()
}

export async function findWebhook(db: Db, id: string): Promise<StoredWebhook | undefined> {
  return await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns an account's webhooks, newest first. */
export async function listWebhooks(db: Db, accountId: string): Promise<Webhook[]> {
  return await db
    .selectFrom('webhooks')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the webhooks of an account that are on and send a kind of notices, or an event. */
export async function listWebhooksFor(
  db: Db,
  accountId: string,
  what: { kind: NoticeKind } | { event: AccountEvent },
): Promise<Webhook[]> {
  return await db
    .selectFrom('webhooks')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('isOn', '=', true)
    .where('kind' in what ? sql<boolean>`${what.kind} = any(kinds)` : sql<boolean>`${what.event} = any(events)`)
    .orderBy('id')
    .execute()
}

/** Returns the events that webhooks of these accounts send, by account. */
export async function findAwaitedEvents(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, ReadonlySet<AccountEvent>>> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['accountId', 'events'])
    .where('accountId', 'in', accountIds)
    .where('isOn', '=', true)
    .execute()
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return new Map([...byAccount].map(([id, webhooks]) => [id, new Set(webhooks.flatMap(({ events }) => events))]))
}

/** Changes a webhook. Undefined when it is gone. */
export async function updateWebhook(
  trx: Trx,
  id: string,
  changes: Updateable<WebhookTable>,
): Promise<StoredWebhook | undefined> {
  return await trx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Deletes a webhook with its deliveries. Returns undefined if it was already deleted. */
export async function deleteWebhook(trx: Trx, id: string): Promise<Webhook | undefined> {
  return await trx.deleteFrom('webhooks').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Adds a delivery. Undefined when the webhook has one of the same notice or event. */
export async function insertDelivery(
  trx: Trx,
  delivery: Insertable<WebhookDeliveryTable>,
): Promise<Delivery | undefined> {
  return await trx
    .insertInto('webhookDeliveries')
    .values(delivery)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the oldest deliveries of a webhook that has too many. */
export async function trimDeliveries(trx: Trx, webhookId: string): Promise<void> {
  const deliveries = trx
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('webhookId', '=', webhookId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  await trx
    .deleteFrom('webhookDeliveries')
    .where((eb) =>
      eb.or([
        eb('id', 'in', deliveries.where('state', '<>', 'PENDING').offset(deliveriesMax)),
        eb('id', 'in', deliveries.offset(waitingMax)),
      ]),
    )
    .execute()
}

/** Returns the delivery of a webhook whose next attempt has been due for the longest time. */
export async function findDueDelivery(db: Db, webhookId: string, now: Date): Promise<Delivery | undefined> {
  return await db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'PENDING')
    .where('nextAttemptAt', '<=', now)
    .where(isUnclaimed(now))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  return await db.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns one page of a webhook's deliveries, newest first. */
export async function listDeliveries(db: Db, webhookId: string, page: PageQuery): Promise<Page<Delivery>> {
  const deliveries = db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  return await readPage(db, deliveries, page)
}

/** Returns a part of a webhook's deliveries, newest first. */
export async function connectDeliveries(db: Db, webhookId: string, slice: Slice): Promise<Connection<Delivery>> {
  return await readConnection(
    db.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId),
    byInstant('webhookDeliveries', 'createdAt'),
    slice,
  )
}

/** Returns the newest delivery of each webhook; one without any is left out. */
export async function findLastDeliveries(db: Db, webhookIds: readonly string[]): Promise<Map<string, Delivery>> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .distinctOn('webhookId')
    .selectAll()
    .where('webhookId', 'in', webhookIds)
    .orderBy('webhookId')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.webhookId, row]))
}

/** Selects what no node claims at the moment. A claim that ends later than any does was made while a clock was ahead. */
function isUnclaimed(now: Date) {
  return (eb: ExpressionBuilder<Tables, 'webhookDeliveries'>) =>
    eb.or([
      eb('sendingUntil', 'is', null),
      eb('sendingUntil', '<=', now),
      eb('sendingUntil', '>', addMs(now, 2 * claimMs)),
    ])
}

/** Claims the next attempt at a delivery for `claimMs`. Returns false if it was made, or another node is making it. */
export async function claimAttempt(
  db: Db,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set({ sendingUntil: addMs(now, claimMs) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'PENDING')
    .where(isUnclaimed(now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases an attempt that was claimed and has no outcome. */
export async function releaseAttempt(db: Db, id: string): Promise<void> {
  await db.updateTable('webhookDeliveries').set({ sendingUntil: null }).where('id', '=', id).execute()
}

/** Changes a delivery that waits for an attempt. Returns false if that attempt was made, or the delivery is gone. */
export async function settleAttempt(
  trx: Trx,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  changes: Updateable<WebhookDeliveryTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhookDeliveries')
    .set(changes)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a delivery wait for another attempt. Undefined if it is gone. */
export async function reopenDelivery(trx: Trx, id: string, nextAttemptAt: Date): Promise<Delivery | undefined> {
  return await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'PENDING', nextAttemptAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteDeliveriesBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('webhookDeliveries').where('createdAt', '<', instant).execute()
}

type Sealed = Pick<StoredWebhook, 'id' | 'sealedSecret' | 'sealedPreviousSecret'>

/** Locks the webhooks after an id, and returns what is sealed of them. */
export async function lockSealed(trx: Trx, after: string, limit: number): Promise<Sealed[]> {
  return await trx
    .selectFrom('webhooks')
    .select(['id', 'sealedSecret', 'sealedPreviousSecret'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}
