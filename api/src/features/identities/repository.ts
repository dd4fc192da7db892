import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import type { Identity } from './rules.ts'

/** Returns a user's identities, oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<Identity[]> {
  return await db
    .selectFrom('identities')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function findIdentity(db: Db, providerId: string, subject: string): Promise<Identity | undefined> {
  return await db
    .selectFrom('identities')
    .selectAll()
    .where('providerId', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function insertIdentity(trx: Trx, identity: Identity): Promise<void> {
  await trx.insertInto('identities').values(identity).execute()
}

/** Records a use of an identity, and what its provider calls the user by now. Returns false if it was unlinked meanwhile. */
export async function useIdentity(trx: Trx, id: string, used: Pick<Identity, 'name' | 'lastUsedAt'>): Promise<boolean> {
  const updated = await trx.updateTable('identities').set(used).where('id', '=', id).executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export async function deleteIdentity(trx: Trx, userId: string, id: string): Promise<Identity | undefined> {
  return await trx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function countIdentities(db: Db, userId: string): Promise<number> {
  return await countRows(db, db.selectFrom('identities').select('id').where('userId', '=', userId))
}
