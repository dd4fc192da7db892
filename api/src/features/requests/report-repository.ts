import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { lockRow } from '../../platform/db/lock-waits.ts'
import type { RecordedRequest } from './rules.ts'
import { requestColumns, requestColumnTypes, type RecordedRequestTable } from './table.ts'

/** Records a report. Returns false if it was recorded before. */
export async function insertReport(trx: Trx, id: string, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('requestReports')
    .values({ id, recordedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Any number, the same for all nodes. */
const batchesLock = 4_604_061

/**
 * Takes the number of a batch, and lets no other transaction take one until this one ends: batches are committed in the order of their
 * numbers, so that a reader who has seen one has seen those before it.
 */
export async function takeBatch(trx: Trx): Promise<number> {
  const batch = await lockRow('the batches of recorded requests', async (how) => {
    const lock =
      how === 'skip'
        ? sql`pg_try_advisory_xact_lock(${batchesLock})`
        : sql`pg_advisory_xact_lock(${batchesLock})::text is not null`
    const { rows } = await sql<{ batch: number }>`
      with lock as materialized (select ${lock} as is_held)
      select nextval('recorded_request_batches') as batch from lock where is_held
    `.execute(trx)
    return rows[0]?.batch
  })
  if (batch === undefined) throw new Error('The batches of recorded requests are locked, and yet no number was taken.')
  return batch
}

const shape = sql.raw(
  Object.entries(requestColumnTypes)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
)

/** Adds the requests that are not there yet. Returns the ids of those that were added. */
export async function insertRequests(
  trx: Trx,
  batch: number,
  requests: readonly RecordedRequest[],
): Promise<Set<string>> {
  const rows = JSON.stringify(requests.map((request) => ({ ...request, batch })))
  const inserted = await trx
    .insertInto('recordedRequests')
    .columns(requestColumns)
    .expression((eb) =>
      eb
        .selectFrom(sql<RecordedRequestTable>`json_to_recordset(${rows}::text::json)`.as<'rows'>(sql`rows (${shape})`))
        .selectAll(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return new Set(inserted.map(({ id }) => id))
}

/** Adds to the counts of requests that were not recorded in a minute. */
export async function addUnrecorded(trx: Trx, counts: ReadonlyMap<string, number>, minute: Date): Promise<void> {
  if (counts.size === 0) return
  await trx
    .insertInto('unrecordedRequests')
    // In the same order everywhere, so that two reports at once never wait for each other's rows.
    .values(
      [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([accountId, count]) => ({ accountId, minute, count })),
    )
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'minute']).doUpdateSet((eb) => ({
        count: eb('unrecordedRequests.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute()
}

export async function deleteReportsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('requestReports').where('recordedAt', '<', instant).execute()
}

export async function deleteUnrecordedBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('unrecordedRequests').where('minute', '<', instant).execute()
}

/** Returns the accounts that have requests without an end, from an index alone: there may be many of each. */
export async function listUnlimitedAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive found (id) as (
      (select account_id from recorded_requests_unlimited order by account_id limit 1)
      union all
      select (
        select account_id from recorded_requests_unlimited where account_id > found.id order by account_id limit 1
      ) from found where found.id is not null
    )
    select id from found where id is not null
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes some of the requests without an end of an account that began before an instant; undefined: all. Returns how many. */
export async function deleteSomeUnlimited(
  db: Db,
  { accountId, before, limit }: { accountId: string; before: Date | undefined; limit: number },
): Promise<number> {
  const isPast = before === undefined ? sql`true` : sql`started_at <= ${before}`
  const { numAffectedRows } = await sql`
    delete from recorded_requests_unlimited where id in (
      select id from recorded_requests_unlimited where account_id = ${accountId} and ${isPast}
      order by started_at limit ${limit}
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
