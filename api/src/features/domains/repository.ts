import { sql, type Updateable } from 'kysely'
import type { DomainStatus } from '../../generated/schema.ts'
import type { Connection, Slice } from '../../ground/connections.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byId, countByAccount } from '../../platform/db/rows.ts'
import type { Domain } from './rules.ts'
import type { DomainTable } from './table.ts'

function selectLive(db: Db) {
  return db.selectFrom('domains').where('domains.deletedAt', 'is', null)
}

/** Selects verified domains of live accounts. */
function selectVerified(db: Db) {
  return selectLive(db)
    .innerJoin('accounts', 'accounts.id', 'domains.accountId')
    .where('status', '=', 'verified')
    .where('accounts.deletedAt', 'is', null)
}

/** Changes the live domains that the caller's conditions select. */
function updateLive(trx: Trx, changes: Updateable<DomainTable>) {
  return trx.updateTable('domains').set(changes).where('deletedAt', 'is', null)
}

function deleteLive(trx: Trx, now: Date) {
  return updateLive(trx, { deletedAt: now, updatedAt: now, verifyingSince: null })
}

/** Returns a domain, deleted or not: events may still refer to it. */
export async function findDomain(db: Db, id: string): Promise<Domain | undefined> {
  return await db.selectFrom('domains').selectAll('domains').where('id', '=', id).executeTakeFirst()
}

/** Returns domains, deleted or not, by id. */
export async function findDomains(db: Db, ids: readonly string[]): Promise<Map<string, Domain>> {
  return byId(await db.selectFrom('domains').selectAll().where('id', 'in', ids).execute())
}

/** Returns live domains by account, newest first; an account without any is left out. */
export async function findDomainsOf(db: Db, accountIds: readonly string[]): Promise<Map<string, Domain[]>> {
  const domains = await selectLive(db)
    .selectAll()
    .where('accountId', 'in', accountIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(domains, (domain) => domain.accountId)
}

/** Returns a part of an account's live domains, newest first; with `status`, only those in one of these states. */
export async function connectDomains(
  db: Db,
  accountId: string,
  status: readonly DomainStatus[] | null | undefined,
  slice: Slice,
): Promise<Connection<Domain>> {
  const domains = selectLive(db).selectAll().where('accountId', '=', accountId)
  return await readConnection(
    status ? domains.where(sql<boolean>`status = any(${status}::text[])`) : domains,
    byInstant('domains', 'createdAt'),
    slice,
  )
}

/** Counts the live domains by account; an account without any is left out. */
export async function countDomains(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  return await countByAccount(db, selectLive(db).select('accountId').where('accountId', 'in', accountIds))
}

/** Returns live domains with one of these names, of every live account. */
export async function listDomainsNamed(db: Db, names: readonly string[]): Promise<Domain[]> {
  return await selectLive(db)
    .innerJoin('accounts', 'accounts.id', 'domains.accountId')
    .selectAll('domains')
    .where('domain', 'in', names)
    .where('accounts.deletedAt', 'is', null)
    .execute()
}

/** Returns the ids of all verified domains of live accounts. */
export async function listVerifiedIds(db: Db): Promise<string[]> {
  const rows = await selectVerified(db).select('domains.id').execute()
  return rows.map(({ id }) => id)
}

/** Returns an account's verified domains among these names. */
export async function listVerifiedAmong(db: Db, accountId: string, names: readonly string[]): Promise<Domain[]> {
  return await selectLive(db)
    .selectAll()
    .where('accountId', '=', accountId)
    .where('domain', 'in', names)
    .where('status', '=', 'verified')
    .execute()
}

/** Returns the verified domain, nearest to a hostname among these names, of any live account but one. */
export async function findVerifiedOfOthers(
  db: Db,
  accountId: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 0) return undefined
  const row = await selectVerified(db)
    .select('domain')
    .where('accountId', '!=', accountId)
    .where('domain', 'in', names)
    .orderBy((eb) => eb.fn('length', ['domain']), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.domain
}

export async function insertDomain(trx: Trx, domain: Domain): Promise<void> {
  await trx
    .insertInto('domains')
    .values({ ...domain, findings: JSON.stringify(domain.findings) })
    .execute()
}

/** Marks a live domain as being verified. Undefined when it was deleted. */
export async function markVerifying(trx: Trx, id: string, now: Date): Promise<Domain | undefined> {
  return await updateLive(trx, { verifyingSince: now, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Writes what a check found. Undefined if the domain was deleted, or is no longer in the expected state. */
export async function updateChecked(
  trx: Trx,
  id: string,
  expected: DomainStatus,
  changes: Updateable<DomainTable>,
): Promise<Domain | undefined> {
  return await updateLive(trx, changes)
    .where('id', '=', id)
    .where('status', '=', expected)
    .returningAll()
    .executeTakeFirst()
}

/** Records how many mails have announced that a CNAME to the tunnel host itself will no longer count. */
export async function setBareCnameNotices(trx: Trx, id: string, count: number): Promise<void> {
  await trx.updateTable('domains').set({ bareCnameNotices: count }).where('id', '=', id).execute()
}

/** Deletes a domain. Returns undefined if it was already deleted. */
export async function deleteDomain(trx: Trx, id: string, now: Date): Promise<Domain | undefined> {
  return await deleteLive(trx, now).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Deletes an account's domains, so that others can hold them. */
export async function deleteDomainsOf(trx: Trx, accountId: string, now: Date): Promise<void> {
  await deleteLive(trx, now).where('accountId', '=', accountId).execute()
}
