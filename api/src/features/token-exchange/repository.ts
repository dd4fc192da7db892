import type { Db, Trx } from '../../platform/db/db.ts'
import type { Trust } from './rules.ts'

/** All trusts of an account, all on gateways, or all that a user made. */
export type TrustSelection = { accountId: string } | { gatewayIds: readonly string[] } | { createdBy: string }

export async function findTrust(db: Db, id: string): Promise<Trust | undefined> {
  return await db.selectFrom('trusts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the trusts that are selected, newest first. */
export async function listTrusts(db: Db, of: TrustSelection): Promise<Trust[]> {
  return await db
    .selectFrom('trusts')
    .selectAll()
    .where((eb) => ('gatewayIds' in of ? eb('gatewayId', 'in', of.gatewayIds) : eb.and(of)))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertTrust(trx: Trx, { conditions, ...trust }: Trust): Promise<void> {
  await trx
    .insertInto('trusts')
    .values({ ...trust, conditions: JSON.stringify(conditions) })
    .execute()
}

/** Deletes trusts. Their agent tokens must have been ended: they no longer know of them. */
export async function deleteTrusts(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('trusts').where('id', 'in', ids).execute()
}

export async function touchTrust(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('trusts').set({ lastUsedAt: now }).where('id', '=', id).execute()
}

/** Records that a token is exchanged. Returns false if it was exchanged before. */
export async function insertExchanged(trx: Trx, tokenKey: string, keptUntil: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('exchangedTokens')
    .values({ tokenKey, keptUntil })
    .onConflict((conflict) => conflict.column('tokenKey').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Deletes exchanged tokens that were kept until before an instant. */
export async function deleteExchangedBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('exchangedTokens').where('keptUntil', '<', instant).execute()
}
