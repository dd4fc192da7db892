import { sql } from 'kysely'
import type { Suspendable } from '../../platform/access/suspension.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { ApiKey } from './rules.ts'
import { apiKeyColumns } from './table.ts'

/** A gateway that a key is limited to. */
export interface GatewayOfKey {
  id: string
  subdomain: string
}

/** Selects keys, revoked or not, of live accounts. */
function selectOfLive(db: Db) {
  return db
    .selectFrom('apiKeys')
    .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
    .where('accounts.deletedAt', 'is', null)
}

/** Revokes the keys that were not revoked before and that the caller's conditions select. */
function revoke(trx: Trx, now: Date) {
  return trx.updateTable('apiKeys').set({ revokedAt: now }).where('revokedAt', 'is', null)
}

/** Returns a key, revoked or not. */
export async function findApiKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return await db.selectFrom('apiKeys').select(apiKeyColumns).where('id', '=', id).executeTakeFirst()
}

/** Returns the names of keys, revoked or not, by id. */
export async function findApiKeyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('apiKeys').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A key as it is used, with the gateways that it still reaches; null if it is not limited. */
export type UsedApiKey = ApiKey & Suspendable & { liveGatewayIds: string[] | null }

/** Returns the key with this secret, if its account is live, and whether the account is suspended. */
export async function findApiKeyByHash(db: Db, keyHash: string): Promise<UsedApiKey | undefined> {
  return await selectOfLive(db)
    .select(apiKeyColumns.map((column) => `apiKeys.${column}` as const))
    .select('suspensionReason')
    .select(
      sql<string[] | null>`case when gateway_ids is not null then array(
        select gateways.id from gateways where gateways.id = any(gateway_ids) and gateways.deleted_at is null
      ) end`.as('liveGatewayIds'),
    )
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
}

/** Returns those of the keys that are neither revoked nor expired, of accounts that are neither deleted nor suspended. */
export async function findApiKeysInForce(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await selectOfLive(db)
    .select('apiKeys.id')
    .where('apiKeys.id', 'in', ids)
    .where('suspendedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns keys that were not revoked, newest first. */
export async function listApiKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  return await db
    .selectFrom('apiKeys')
    .select(apiKeyColumns)
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns those of the ids that are live gateways of the account. */
export async function findLiveGateways(db: Db, accountId: string, ids: readonly string[]): Promise<GatewayOfKey[]> {
  return await db
    .selectFrom('gateways')
    .select(['id', 'subdomain'])
    .where('id', 'in', ids)
    .where('accountId', '=', accountId)
    .where('deletedAt', 'is', null)
    .execute()
}

export async function insertApiKey(trx: Trx, apiKey: ApiKey & { keyHash: string }): Promise<void> {
  await trx.insertInto('apiKeys').values(apiKey).execute()
}

/** Revokes a key. Undefined when it was revoked before. */
export async function revokeApiKey(trx: Trx, id: string, now: Date): Promise<ApiKey | undefined> {
  return await revoke(trx, now).where('id', '=', id).returning(apiKeyColumns).executeTakeFirst()
}

/** Revokes every key of an account. Returns the ids of those that were valid until now. */
export async function revokeApiKeysOf(trx: Trx, accountId: string, now: Date): Promise<string[]> {
  const revoked = await revoke(trx, now).where('accountId', '=', accountId).returning('id').execute()
  return revoked.map(({ id }) => id)
}

/** Revokes the keys that a user made, in all accounts; returns their ids. */
export async function revokeApiKeysBy(trx: Trx, userId: string, now: Date): Promise<string[]> {
  const revoked = await revoke(trx, now).where('createdBy', '=', userId).returning('id').execute()
  return revoked.map(({ id }) => id)
}

export async function touchApiKey(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', id).execute()
}
