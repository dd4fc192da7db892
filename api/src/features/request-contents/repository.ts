import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import type { RequestShare } from './rules.ts'
import type { RequestShareTable } from './table.ts'

const shareColumns = ['accountId', 'requestId', 'sharedBy', 'sharedAt', 'expiresAt'] as const

/** The key of a share. */
export type ShareKey = Pick<RequestShareTable, 'accountId' | 'requestId'>

function selectLive(db: Db, { accountId, requestId }: ShareKey, now: Date) {
  return db
    .selectFrom('requestShares')
    .where('accountId', '=', accountId)
    .where('requestId', '=', requestId)
    .where('expiresAt', '>', now)
}

export async function findShare(db: Db, key: ShareKey, now: Date): Promise<RequestShare | undefined> {
  return await selectLive(db, key, now).select(shareColumns).executeTakeFirst()
}

/** Returns a share with its copy. */
export async function findCopy(db: Db, key: ShareKey, now: Date): Promise<Selectable<RequestShareTable> | undefined> {
  return await selectLive(db, key, now).selectAll().executeTakeFirst()
}

/** Counts the other requests of the account that are shared. */
export async function countOtherShares(trx: Trx, { accountId, requestId }: ShareKey, now: Date): Promise<number> {
  const live = trx.selectFrom('requestShares').select('requestId').where('expiresAt', '>', now)
  return await countRows(trx, live.where('accountId', '=', accountId).where('requestId', '<>', requestId))
}

export async function upsertShare(trx: Trx, share: Selectable<RequestShareTable>): Promise<void> {
  await trx
    .insertInto('requestShares')
    .values(share)
    .onConflict((conflict) => conflict.columns(['accountId', 'requestId']).doUpdateSet(share))
    .execute()
}

/** Deletes the share of a member. Returns false if it is gone, or somebody else's now. */
export async function deleteShare(
  trx: Trx,
  { accountId, requestId, sharedBy }: ShareKey & Pick<RequestShare, 'sharedBy'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('requestShares')
    .where('accountId', '=', accountId)
    .where('requestId', '=', requestId)
    .where('sharedBy', '=', sharedBy)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredShares(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('requestShares').where('expiresAt', '<=', now).execute()
}
