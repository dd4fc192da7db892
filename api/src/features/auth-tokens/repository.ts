import { sql } from 'kysely'
import type { Suspendable } from '../../platform/access/suspension.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { batched } from '../../platform/db/batched.ts'
import type { AuthToken } from './rules.ts'
import { authTokenColumns, type MemberTokenKind } from './table.ts'

function selectLive(db: Db) {
  return db.selectFrom('authTokens').where('deletedAt', 'is', null)
}

/** Selects live tokens of users who are not disabled, with their accounts. */
function selectInForce(db: Db) {
  return db
    .selectFrom('authTokens')
    .innerJoin('users', 'users.id', 'authTokens.userId')
    .innerJoin('accounts', 'accounts.id', 'authTokens.accountId')
    .where('authTokens.deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
}

/** Deletes the live tokens that the caller's conditions select. */
function deleteLive(trx: Trx, now: Date) {
  return trx
    .updateTable('authTokens')
    .set({ deletedAt: now, updatedAt: now })
    .where('deletedAt', 'is', null)
    .returning(authTokenColumns)
}

export async function findAuthToken(db: Db, id: string): Promise<AuthToken | undefined> {
  return await selectLive(db).select(authTokenColumns).where('id', '=', id).executeTakeFirst()
}

/** Finds the token with this secret, of a user who is not disabled, and whether its account is suspended. */
export const findAuthTokenByHash = batched(
  async (db, hashes: readonly string[]): Promise<((AuthToken & Suspendable) | undefined)[]> => {
    const rows = await selectInForce(db)
      .select(authTokenColumns.map((column) => `authTokens.${column}` as const))
      .select(['tokenHash', 'suspensionReason'])
      .where(sql<boolean>`token_hash = any(${hashes}::text[])`)
      .execute()
    const byHash = new Map(rows.map(({ tokenHash, ...token }) => [tokenHash, token]))
    return hashes.map((hash) => byHash.get(hash))
  },
)

/** Returns those of the tokens that were not deleted, of users who are not disabled and accounts that are not suspended. */
export async function findLiveAuthTokens(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await selectInForce(db)
    .select('authTokens.id')
    .where('authTokens.id', 'in', ids)
    .where('suspendedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns a user's own AuthID in each of these accounts. */
export async function findAuthTokensOf(
  db: Db,
  userId: string,
  accountIds: readonly string[],
): Promise<Map<string, AuthToken>> {
  const tokens = await selectLive(db)
    .select(authTokenColumns)
    .where('userId', '=', userId)
    .where('accountId', 'in', accountIds)
    .where('kind', '=', 'AUTH_ID')
    .execute()
  return new Map(tokens.map((token) => [token.accountId, token]))
}

/** Returns a user's machine tokens in each of these accounts that has any, newest first. */
export async function findMachineTokensOf(
  db: Db,
  userId: string,
  accountIds: readonly string[],
): Promise<Map<string, AuthToken[]>> {
  const tokens = await selectLive(db)
    .select(authTokenColumns)
    .where('userId', '=', userId)
    .where('accountId', 'in', accountIds)
    .where('kind', '=', 'MACHINE')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(tokens, ({ accountId }) => accountId)
}

export async function insertAuthToken(trx: Trx, token: AuthToken & { tokenHash: string }): Promise<void> {
  await trx
    .insertInto('authTokens')
    .values({ ...token, updatedAt: token.createdAt })
    .execute()
}

/** Deletes a token of this kind. Returns undefined if it was already deleted. */
export async function deleteAuthToken(
  trx: Trx,
  { id, kind }: { id: string; kind: MemberTokenKind },
  now: Date,
): Promise<AuthToken | undefined> {
  return await deleteLive(trx, now).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
}

/** Deletes the live tokens of an account, or of one of its members. */
export async function deleteAuthTokensOf(
  trx: Trx,
  { accountId, userId }: { accountId: string; userId?: string },
  now: Date,
): Promise<AuthToken[]> {
  const ofAccount = deleteLive(trx, now).where('accountId', '=', accountId)
  return await (userId === undefined ? ofAccount : ofAccount.where('userId', '=', userId)).execute()
}

/** Returns the ids of the live tokens of a user in all accounts, or of an account. */
export async function listAuthTokenIds(db: Db, of: { userId: string } | { accountId: string }): Promise<string[]> {
  const rows = await selectLive(db)
    .select('id')
    .where((eb) => eb.and(of))
    .execute()
  return rows.map(({ id }) => id)
}

export async function touchAuthToken(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('authTokens').set({ lastUsedAt: now }).where('id', '=', id).execute()
}
