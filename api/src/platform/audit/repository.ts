import type { Insertable, SelectQueryBuilder } from 'kysely'
import type { Db, Trx } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { AuditEntry, AuditFilter } from './rules.ts'
import type { AuditEntryTable } from './table.ts'

/** Whose log is read: an account's, or what belongs to a user alone. */
export type AuditSubject = { accountId: string } | { userId: string }

export async function insertEntry(trx: Trx, entry: Insertable<AuditEntryTable>): Promise<void> {
  await trx.insertInto('auditEntries').values(entry).execute()
}

/** One page of entries, newest first, and how many there are on all pages. */
export async function listEntries(
  db: Db,
  subject: AuditSubject,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ nodes: AuditEntry[]; totalCount: number }> {
  const matching = applyFilter(selectSubject(db, subject), filter)
  const nodes = await matching
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { nodes, totalCount: count }
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
