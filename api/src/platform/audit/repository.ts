import type { Insertable, SelectQueryBuilder } from 'kysely'
import type { Connection, Slice } from '../../ground/connections.ts'
import type { Page } from '../../ground/pages.ts'
import type { Db, Trx } from '../db/db.ts'
import { readConnection } from '../db/connections.ts'
import { cutRows, readPage } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import type { AuditEntry, AuditFilter, AuditQuery } from './rules.ts'
import type { AuditEntryTable } from './table.ts'

/** The owner of the log: an account, or a user. */
export type AuditSubject = { accountId: string } | { userId: string }

export async function insertEntries(trx: Trx, entries: readonly Insertable<AuditEntryTable>[]): Promise<void> {
  for (const part of cutRows(entries)) await trx.insertInto('auditEntries').values(part).execute()
}

/** Returns one page of entries, newest first. */
export async function listEntries(
  db: Db,
  subject: AuditSubject,
  { page, pageSize, ...filter }: AuditQuery,
): Promise<Page<AuditEntry>> {
  const entries = applyFilter(selectSubject(db, subject), filter)
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('position', 'desc')
  return await readPage(db, entries, { page, pageSize })
}

/** Returns a part of a log, newest first. */
export async function connectEntries(
  db: Db,
  subject: AuditSubject,
  filter: AuditFilter,
  slice: Slice,
): Promise<Connection<AuditEntry>> {
  return await readConnection(
    applyFilter(selectSubject(db, subject), filter).selectAll(),
    {
      columns: ['auditEntries.createdAt', 'auditEntries.position'],
      positionOf: ({ createdAt, position }) => ({ at: createdAt, id: position }),
      direction: 'newestFirst',
    },
    slice,
  )
}

/** Deletes the log of a user's own, which no account watches. */
export async function deleteEntriesOfUser(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('auditEntries')
    .where('accountId', 'is', null)
    .where('objectType', '=', 'user')
    .where('objectId', '=', userId)
    .execute()
}

/** Yields the entries of a range, oldest first, page by page: the next is read when the previous one is consumed. Those of one account, or all. */
export async function* readEntries(
  db: Db,
  { from, to, accountId }: { from: Date; to: Date; accountId: string | undefined },
  rowsPerPage: number,
): AsyncGenerator<AuditEntry[]> {
  let last: { createdAt: Date; position: number } | undefined
  for (;;) {
    let page = db.selectFrom('auditEntries').selectAll().where('createdAt', '>=', from).where('createdAt', '<', to)
    if (accountId !== undefined) page = page.where('accountId', '=', accountId)
    if (last) {
      const { createdAt, position } = last
      page = page.where((eb) => eb(eb.refTuple('createdAt', 'position'), '>', eb.tuple(createdAt, position)))
    }
    const rows = await page.orderBy('createdAt').orderBy('position').limit(rowsPerPage).execute()
    yield rows.map(({ position: _position, ...entry }) => entry)
    last = rows.at(-1)
    if (rows.length < rowsPerPage) return
  }
}

type Entries = SelectQueryBuilder<Tables, 'auditEntries', object>

function selectSubject(db: Db, subject: AuditSubject): Entries {
  const entries = db.selectFrom('auditEntries')
  if ('accountId' in subject) return entries.where('accountId', '=', subject.accountId)
  return entries.where('accountId', 'is', null).where('objectType', '=', 'user').where('objectId', '=', subject.userId)
}

function applyFilter(entries: Entries, { action, actorId, objectType, objectId, from, to }: AuditFilter): Entries {
  let query = entries
  if (action) query = action.length > 0 ? query.where('action', 'in', action) : query.where((eb) => eb.lit(false))
  if (actorId) {
    query = query.where((eb) => eb.or([eb('actorUserId', '=', actorId), eb('credentialId', '=', actorId)]))
  }
  if (objectType) query = query.where('objectType', '=', objectType)
  if (objectId) query = query.where('objectId', '=', objectId)
  if (from) query = query.where('createdAt', '>=', from)
  if (to) query = query.where('createdAt', '<', to)
  return query
}
