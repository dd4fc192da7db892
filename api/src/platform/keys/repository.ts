import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Trx } from '../db/db.ts'
import type { SigningKeyTable } from './table.ts'

/** Locks the keys until the transaction ends: of two that make one, the second waits. */
export async function lockKeys(trx: Trx): Promise<void> {
  await sql`lock table signing_keys in share row exclusive mode`.execute(trx)
}

/** Reports whether there is a key that signs. */
export async function hasSigningKey(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('signingKeys').select('id').where('retiredAt', 'is', null).executeTakeFirst()) !== undefined
  )
}

/** Returns the keys that sign or verify, newest first. */
export async function listKeys(db: Db, retiredAfter: Date): Promise<Selectable<SigningKeyTable>[]> {
  return await db
    .selectFrom('signingKeys')
    .selectAll()
    .where((eb) => eb.or([eb('retiredAt', 'is', null), eb('retiredAt', '>', retiredAfter)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertKey(trx: Trx, key: Insertable<SigningKeyTable>): Promise<void> {
  await trx.insertInto('signingKeys').values(key).execute()
}

/** Retires every key that signs. */
export async function retireKeys(trx: Trx, now: Date): Promise<void> {
  await trx.updateTable('signingKeys').set({ retiredAt: now }).where('retiredAt', 'is', null).execute()
}

export async function deleteKeysRetiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('signingKeys').where('retiredAt', '<', instant).execute()
}
