import type { Db, Trx } from '../db/db.ts'
import type { ApiKey } from './rules.ts'

const columns = [
  'apiKeys.id',
  'apiKeys.accountId',
  'apiKeys.createdBy',
  'apiKeys.name',
  'apiKeys.prefix',
  'apiKeys.scopes',
  'apiKeys.createdAt',
  'apiKeys.lastUsedAt',
  'apiKeys.expiresAt',
  'apiKeys.revokedAt',
] as const

/** A key, revoked or not. */
export async function findApiKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return await db.selectFrom('apiKeys').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The key with this secret, if its account lives. */
export async function findApiKeyByHash(db: Db, keyHash: string): Promise<ApiKey | undefined> {
  return await db
    .selectFrom('apiKeys')
    .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
    .select(columns)
    .where('keyHash', '=', keyHash)
    .where('accounts.deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Keys that were not revoked, newest first. */
export async function listApiKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  return await db
    .selectFrom('apiKeys')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertApiKey(trx: Trx, apiKey: ApiKey & { keyHash: string }): Promise<void> {
  await trx.insertInto('apiKeys').values(apiKey).execute()
}

/** Revokes a key. Undefined when it was revoked before. */
export async function revokeApiKey(trx: Trx, id: string, now: Date): Promise<ApiKey | undefined> {
  return await trx
    .updateTable('apiKeys')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Revokes every key of an account. Returns the ids of those that counted until now. */
export async function revokeApiKeysOf(trx: Trx, accountId: string, now: Date): Promise<string[]> {
  const revoked = await trx
    .updateTable('apiKeys')
    .set({ revokedAt: now })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

export async function touchApiKey(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', id).execute()
}
