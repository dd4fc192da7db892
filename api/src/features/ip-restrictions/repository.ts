import type { Connection, Slice } from '../../ground/connections.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countByAccount } from '../../platform/db/rows.ts'
import type { IpRestriction } from './rules.ts'

function selectLive(db: Db) {
  return db.selectFrom('ipRestrictions').where('deletedAt', 'is', null)
}

/** Removes the live restrictions that the caller's conditions select. */
function deleteLive(trx: Trx, now: Date) {
  return trx.updateTable('ipRestrictions').set({ deletedAt: now }).where('deletedAt', 'is', null)
}

/** Returns a restriction, removed or not. */
export async function findIpRestriction(db: Db, id: string): Promise<IpRestriction | undefined> {
  return await db.selectFrom('ipRestrictions').selectAll('ipRestrictions').where('id', '=', id).executeTakeFirst()
}

/** Returns an account's live restriction of a network. */
export async function findLiveIpRestriction(
  db: Db,
  accountId: string,
  network: string,
): Promise<IpRestriction | undefined> {
  return await selectLive(db)
    .selectAll()
    .where('accountId', '=', accountId)
    .where('network', '=', network)
    .executeTakeFirst()
}

/** Returns live restrictions by account, newest first; an account without any is left out. */
export async function findIpRestrictionsOf(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, IpRestriction[]>> {
  const restrictions = await selectLive(db)
    .selectAll()
    .where('accountId', 'in', accountIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(restrictions, (restriction) => restriction.accountId)
}

/** Returns a part of an account's live restrictions, newest first. */
export async function connectIpRestrictions(
  db: Db,
  accountId: string,
  slice: Slice,
): Promise<Connection<IpRestriction>> {
  return await readConnection(
    selectLive(db).selectAll().where('accountId', '=', accountId),
    byInstant('ipRestrictions', 'createdAt'),
    slice,
  )
}

export async function countIpRestrictions(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  return await countByAccount(db, selectLive(db).select('accountId').where('accountId', 'in', accountIds))
}

export async function insertIpRestriction(trx: Trx, restriction: IpRestriction & { network: string }): Promise<void> {
  await trx.insertInto('ipRestrictions').values(restriction).execute()
}

/** Removes a restriction. Returns undefined if it was already removed. */
export async function deleteIpRestriction(trx: Trx, id: string, now: Date): Promise<IpRestriction | undefined> {
  return await deleteLive(trx, now).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Removes every restriction of an account. Returns false if there were none. */
export async function deleteIpRestrictionsOf(trx: Trx, accountId: string, now: Date): Promise<boolean> {
  const deleted = await deleteLive(trx, now).where('accountId', '=', accountId).executeTakeFirst()
  return deleted.numUpdatedRows > 0n
}

/** Records that an account's restrictions changed. Changes of all accounts wait until the transaction ends. */
export async function raiseVersion(trx: Trx, accountId: string): Promise<void> {
  const { version } = await trx
    .updateTable('restrictionCounter')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('restrictionVersions')
    .values({ accountId, version })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ version }))
    .execute()
}

/** The addresses that an account refuses, as of a version. */
export interface AccountRestrictions {
  accountId: string
  version: number
  ranges: string[]
}

/** Returns accounts whose restrictions changed after a version, in the order of their last changes. */
export async function listRestrictionsSince(db: Db, version: number, limit: number): Promise<AccountRestrictions[]> {
  const rows = await selectRestrictions(db)
    .where('restrictionVersions.version', '>', version)
    .orderBy('restrictionVersions.version')
    .limit(limit)
    .execute()
  return rows.map(toAccountRestrictions)
}

export async function findAccountRestrictions(db: Db, accountId: string): Promise<AccountRestrictions | undefined> {
  const row = await selectRestrictions(db).where('restrictionVersions.accountId', '=', accountId).executeTakeFirst()
  return row && toAccountRestrictions(row)
}

/** Selects restrictions in one statement, so that a version and its ranges are of the same instant. */
function selectRestrictions(db: Db) {
  return db.selectFrom('restrictionVersions').select((eb) => [
    'restrictionVersions.accountId',
    'restrictionVersions.version',
    eb
      .selectFrom('ipRestrictions')
      .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['network']).orderBy('network').as('networks'))
      .whereRef('ipRestrictions.accountId', '=', 'restrictionVersions.accountId')
      .where('ipRestrictions.deletedAt', 'is', null)
      .as('ranges'),
  ])
}

function toAccountRestrictions(
  row: Omit<AccountRestrictions, 'ranges'> & { ranges: string[] | null },
): AccountRestrictions {
  return { ...row, ranges: row.ranges ?? [] }
}
