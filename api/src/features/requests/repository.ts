import { sql, type SelectQueryBuilder } from 'kysely'
import type { RequestFilter } from '../../generated/schema.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import {
  statusDigits,
  type RequestCursor,
  type RequestQuery,
  type RequestRecording,
  type VisitorRequest,
} from './rules.ts'
import { requestColumns } from './table.ts'

/** Returns the settings of accounts; an account that has set nothing is left out. */
export async function findRecordings(db: Db, accountIds: readonly string[]): Promise<Map<string, RequestRecording>> {
  const rows = await db.selectFrom('requestRecordings').selectAll().where('accountId', 'in', accountIds).execute()
  return new Map(rows.map((row) => [row.accountId, row]))
}

export async function upsertRecording(trx: Trx, recording: RequestRecording): Promise<void> {
  await trx
    .insertInto('requestRecordings')
    .values(recording)
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(recording))
    .execute()
}

/** Counts the requests that were not recorded since an instant, by account. */
export async function sumUnrecorded(db: Db, accountIds: readonly string[], since: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('unrecordedRequests')
    .select(({ fn }) => ['accountId', fn.sum<number>('count').as('count')])
    .where('accountId', 'in', accountIds)
    .where('minute', '>', since)
    .groupBy('accountId')
    .execute()
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
}

/** The requests of an account that its plan still keeps. */
export interface KeptRequests {
  accountId: string
  /** Undefined: without end. */
  since: Date | undefined
  /** Today (UTC): the partitions of earlier days are not searched. */
  today: string
  /** Only those that began then or later. */
  from?: Date | null
  /** Only those that began before. */
  to?: Date | null
}

function selectStored(db: Db, { accountId, today }: KeptRequests) {
  return db.selectFrom('recordedRequests').where('accountId', '=', accountId).where('keptUntil', '>=', today)
}

function selectKept(db: Db, kept: KeptRequests) {
  const { since, from, to } = kept
  let query = selectStored(db, kept)
  if (since) query = query.where('startedAt', '>', since)
  if (from) query = query.where('startedAt', '>=', from)
  if (to) query = query.where('startedAt', '<', to)
  return query
}

const shownColumns = requestColumns.filter(
  (column): column is keyof VisitorRequest => !['accountId', 'keptUntil', 'batch'].includes(column),
)

/** How many requests one query examines: while the embedded database answers it, nothing else runs. */
export const examinedPerQuery = 2_000

/**
 * Makes the transaction read requests in the order of an index. PostgreSQL has no statistics of a new partition, and of none in an embedded
 * database, where it would read all requests of an account and sort them.
 */
export async function readInOrder(trx: Trx): Promise<void> {
  await sql`
    select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)
  `.execute(trx)
}

/** Selects requests in the direction of a query. */
function selectExamined(db: Db, kept: KeptRequests, { cursor, direction }: RequestQuery) {
  const order = direction === 'older' ? 'desc' : 'asc'
  const ordered = selectKept(db, kept).orderBy('startedAt', order).orderBy('id', order)
  if (!cursor) return ordered
  const { startedAt, id } = cursor
  return direction === 'older'
    ? ordered.where('startedAt', '<=', startedAt).where(sql<boolean>`(started_at, id) < (${startedAt}, ${id}::uuid)`)
    : ordered.where('startedAt', '>=', startedAt).where(sql<boolean>`(started_at, id) > (${startedAt}, ${id}::uuid)`)
}

/** Returns the next requests, in the direction of a query, that match its filter; at most one more than the query wants. */
export async function listRequests(
  trx: Trx,
  kept: KeptRequests,
  query: RequestQuery,
  filter: RequestFilter,
): Promise<VisitorRequest[]> {
  const order = query.direction === 'older' ? 'desc' : 'asc'
  const examined = selectExamined(trx, kept, query).select(shownColumns).limit(examinedPerQuery)
  return await applyFilter(trx.selectFrom(examined.as('recordedRequests')), filter)
    .selectAll()
    .orderBy('startedAt', order)
    .orderBy('id', order)
    .limit(query.first + 1)
    .execute()
}

/** Returns the request at this position, from 1, in the direction of a query, whatever the filter; undefined if there are fewer. */
export async function findNth(
  trx: Trx,
  kept: KeptRequests,
  query: RequestQuery,
  position: number,
): Promise<RequestCursor | undefined> {
  return await selectExamined(trx, kept, query)
    .select(['startedAt', 'id'])
    .offset(position - 1)
    .limit(1)
    .executeTakeFirst()
}

export async function findRequest(db: Db, kept: KeptRequests, id: string): Promise<VisitorRequest | undefined> {
  return await selectKept(db, kept).select(shownColumns).where('id', '=', id).executeTakeFirst()
}

/** Returns the number of the last batch that has requests of an account; 0 when none has. */
export async function findLastBatch(db: Db, kept: KeptRequests): Promise<number> {
  const { batch } = await selectStored(db, kept)
    .select(({ fn }) => fn.max<number | null>('batch').as('batch'))
    .executeTakeFirstOrThrow()
  return batch ?? 0
}

/** If more requests than this come at once, the earlier ones are left out. */
const addedMax = 20_000

/** Returns how many of the requests that came after one batch, up to another, are asked for, and the latest of these. */
export async function listAdded(
  db: Db,
  kept: KeptRequests,
  { after, upTo, first }: { after: number; upTo: number; first: number },
  filter: RequestFilter,
): Promise<{ count: number; nodes: VisitorRequest[] }> {
  const added = selectKept(db, kept)
    .select(shownColumns)
    .where('batch', '>', after)
    .where('batch', '<=', upTo)
    .orderBy('batch', 'desc')
    .limit(addedMax)
  const rows = await applyFilter(db.selectFrom(added.as('recordedRequests')), filter)
    .selectAll()
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(first)
    .execute()
  return { count: rows[0]?.count ?? 0, nodes: rows.map(({ count: _count, ...node }) => node) }
}

/** The columns that are searched, ignoring the case of letters from A to Z only: other letters take PostgreSQL three times as long. */
const searchedColumns = ['path', 'userAgent', 'hostname', 'method', 'visitorAddress', 'id', 'status'] as const

type Requests = SelectQueryBuilder<{ recordedRequests: VisitorRequest }, 'recordedRequests', object>

function applyFilter(requests: Requests, filter: RequestFilter): Requests {
  const { gatewayId, agentId, statusClasses, methods, pathPrefix, code, minDurationMs, text } = filter
  let query = requests
  if (typeof gatewayId === 'string') query = query.where('gatewayId', '=', gatewayId)
  if (typeof agentId === 'string') query = query.where('agentId', '=', agentId)
  if (statusClasses) {
    const digits = statusClasses.map((statusClass) => statusDigits[statusClass])
    query = query.where(sql<boolean>`status / 100 = any(${digits}::int[])`)
  }
  if (methods) query = query.where(sql<boolean>`method = any(${methods}::text[])`)
  if (typeof pathPrefix === 'string') query = query.where(sql<boolean>`starts_with(path, ${pathPrefix})`)
  if (typeof code === 'string') query = query.where('code', '=', code)
  if (typeof minDurationMs === 'number') query = query.where('durationMs', '>=', minDurationMs)
  if (typeof text === 'string' && text !== '') {
    const found = searchedColumns.map(
      (column) =>
        sql<boolean>`strpos(lower(${sql.ref(column)}::text collate "C"), lower(${text}::text collate "C")) > 0`,
    )
    query = query.where((eb) => eb.or(found))
  }
  return query
}
