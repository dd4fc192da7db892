import type { Db, Trx } from '../../platform/db/db.ts'
import type { AuthToken } from './rules.ts'
import { authTokenColumns } from './table.ts'

export async function findAuthToken(db: Db, id: string): Promise<AuthToken | undefined> {
  return await db
    .selectFrom('authTokens')
    .select(authTokenColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** The AuthID with this secret, of a user who is not shut out. */
export async function findAuthTokenByHash(db: Db, tokenHash: string): Promise<AuthToken | undefined> {
  return await db
    .selectFrom('authTokens')
    .innerJoin('users', 'users.id', 'authTokens.userId')
    .select(authTokenColumns.map((column) => `authTokens.${column}` as const))
    .where('tokenHash', '=', tokenHash)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

/** Those of the AuthIDs that were not deleted, of users who are not shut out. */
export async function findLiveAuthTokens(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('authTokens')
    .innerJoin('users', 'users.id', 'authTokens.userId')
    .select('authTokens.id')
    .where('authTokens.id', 'in', ids)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** A user's own AuthID in each of these accounts. */
export async function findAuthTokensOf(
  db: Db,
  userId: string,
  accountIds: readonly string[],
): Promise<Map<string, AuthToken>> {
  const tokens = await db
    .selectFrom('authTokens')
    .select(authTokenColumns)
    .where('userId', '=', userId)
    .where('accountId', 'in', accountIds)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(tokens.map((token) => [token.accountId, token]))
}

export async function insertAuthToken(trx: Trx, token: AuthToken & { tokenHash: string }): Promise<void> {
  await trx
    .insertInto('authTokens')
    .values({ ...token, updatedAt: token.createdAt })
    .execute()
}

/** Deletes an AuthID. Undefined when it was gone before. */
export async function deleteAuthToken(trx: Trx, id: string, now: Date): Promise<AuthToken | undefined> {
  return await trx
    .updateTable('authTokens')
    .set({ deletedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(authTokenColumns)
    .executeTakeFirst()
}

/** Deletes the live AuthIDs of an account, or of one of its members. */
export async function deleteAuthTokensOf(
  trx: Trx,
  { accountId, userId }: { accountId: string; userId?: string },
  now: Date,
): Promise<AuthToken[]> {
  let query = trx
    .updateTable('authTokens')
    .set({ deletedAt: now, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('deletedAt', 'is', null)
  if (userId !== undefined) query = query.where('userId', '=', userId)
  return await query.returning(authTokenColumns).execute()
}

/** The ids of a user's live AuthIDs, in all accounts. */
export async function listAuthTokenIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('authTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function touchAuthToken(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('authTokens').set({ lastUsedAt: now }).where('id', '=', id).execute()
}
