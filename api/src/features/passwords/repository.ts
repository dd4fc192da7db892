import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import type { PasswordResetTable } from './table.ts'

export async function insertPasswordReset(trx: Trx, reset: Insertable<PasswordResetTable>): Promise<void> {
  await trx.insertInto('passwordResets').values(reset).execute()
}

export async function countPasswordResetsSince(db: Db, userId: string, instant: Date): Promise<number> {
  const resets = db
    .selectFrom('passwordResets')
    .select('id')
    .where('userId', '=', userId)
    .where('createdAt', '>', instant)
  return await countRows(db, resets)
}

/** Uses up a reset link. Returns false if it was used before, is void, or has expired. */
export async function usePasswordReset(
  trx: Trx,
  reset: { id: string; userId: string; tokenHash: string },
  usedFrom: string,
  now: Date,
): Promise<boolean> {
  const used = await trx
    .updateTable('passwordResets')
    .set({ usedAt: now, usedFrom })
    .where((eb) => eb.and(reset))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Voids every unused reset link of a user. */
export async function voidPasswordResets(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
}

export async function deletePasswordResetsExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('passwordResets').where('expiresAt', '<', instant).execute()
}
