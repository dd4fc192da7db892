import { sql } from 'kysely'
import type { Db, Trx } from '../db/db.ts'
import { lockRow } from '../db/lock-waits.ts'
import { countRows } from '../db/rows.ts'
import type { KeyName, StoredKey } from './rules.ts'

/** The space of these locks; the number is arbitrary. */
const actorLocks = 7_282

/** Keeps others from claiming a key of the actor until the transaction ends. Lock accounts afterwards. */
export async function lockKeysOf(trx: Trx, actor: string): Promise<void> {
  await lockRow(`the idempotency keys of ${actor}`, async (how) => {
    const lock =
      how === 'skip'
        ? sql`pg_try_advisory_xact_lock(${actorLocks}::int4, hashtext(${actor}))`
        : sql`pg_advisory_xact_lock(${actorLocks}::int4, hashtext(${actor}))::text is not null`
    const { rows } = await sql<{ isLocked: boolean }>`select ${lock} as is_locked`.execute(trx)
    return rows[0]?.isLocked === true ? true : undefined
  })
}

/** Counts the keys of an actor that were claimed after an instant, up to a maximum. */
export async function countKeys(trx: Trx, actor: string, after: Date, max: number): Promise<number> {
  const keys = trx.selectFrom('idempotencyKeys').select('key')
  return await countRows(trx, keys.where('actor', '=', actor).where('createdAt', '>', after).limit(max))
}

/** Claims a key that has not been claimed after an instant. Returns whether it was free. */
export async function claimKey(trx: Trx, claim: StoredKey, after: Date): Promise<boolean> {
  const { actor: _actor, mutation: _mutation, key: _key, ...renewed } = claim
  const claimed = await trx
    .insertInto('idempotencyKeys')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'mutation', 'key'])
        .doUpdateSet(renewed)
        .where('idempotencyKeys.createdAt', '<=', after),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Returns what is stored for a key that was claimed after an instant. */
export async function findKey(db: Db, { actor, mutation, key }: KeyName, after: Date): Promise<StoredKey | undefined> {
  return await db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('actor', '=', actor)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .where('createdAt', '>', after)
    .executeTakeFirst()
}

export async function storeAnswer(db: Db, { actor, mutation, key }: KeyName, sealedAnswer: string): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ sealedAnswer })
    .where('actor', '=', actor)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .execute()
}

/** Releases a key whose operation did nothing. */
export async function deleteKey(db: Db, { actor, mutation, key }: KeyName): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('actor', '=', actor)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .execute()
}

/** Deletes the oldest keys up to an instant. Returns how many, which is at most `limit`. */
export async function deleteKeysUntil(db: Db, instant: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where (actor, mutation, key) in (
      select actor, mutation, key from idempotency_keys where created_at <= ${instant} order by created_at limit ${limit}
    )
  `.execute(db)
  return Number(numAffectedRows)
}

export async function deleteKeysOf(trx: Trx, actors: readonly string[]): Promise<void> {
  await trx.deleteFrom('idempotencyKeys').where('actor', 'in', actors).execute()
}
