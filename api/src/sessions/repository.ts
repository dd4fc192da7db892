import type { Db, Trx } from '../db/db.ts'
import type { Identifier, User } from './rules.ts'

const userColumns = ['id', 'email', 'phone', 'firstName', 'lastName'] as const

/** A user with what a sign-in is checked against. */
export interface Credentials {
  user: User
  passwordHash: string
}

export async function findUsers(db: Db, ids: readonly string[]): Promise<User[]> {
  return await db.selectFrom('users').select(userColumns).where('id', 'in', ids).execute()
}

/** The user with this address or number; with both given, the one who has both. */
export async function findCredentials(db: Db, { email, phone }: Identifier): Promise<Credentials | undefined> {
  let query = db.selectFrom('users').select([...userColumns, 'passwordHash'])
  if (email !== null) query = query.where('email', '=', email)
  if (phone !== null) query = query.where('phone', '=', phone)
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { passwordHash, ...user } = row
  return { user, passwordHash }
}

export async function insertUser(trx: Trx, user: User & { passwordHash: string; createdAt: Date }): Promise<void> {
  await trx.insertInto('users').values(user).execute()
}

export interface NewSession {
  id: string
  userId: string
  remember: boolean
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function insertRefreshToken(db: Db, tokenHash: string, sessionId: string, now: Date): Promise<void> {
  await db.insertInto('refreshTokens').values({ tokenHash, sessionId, createdAt: now }).execute()
}

/** A refresh token with its session; the token stays locked, so that of two requests at once the second sees the first's use. */
export async function lockRefreshToken(trx: Trx, tokenHash: string) {
  return await trx
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select([
      'refreshTokens.usedAt',
      'sessions.id as sessionId',
      'sessions.userId',
      'sessions.remember',
      'sessions.expiresAt as sessionExpiresAt',
      'sessions.endedAt as sessionEndedAt',
    ])
    .where('tokenHash', '=', tokenHash)
    .forUpdate('refreshTokens')
    .executeTakeFirst()
}

/** Marks a refresh token as exchanged; the first use counts. */
export async function useRefreshToken(trx: Trx, tokenHash: string, now: Date): Promise<void> {
  await trx
    .updateTable('refreshTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .execute()
}

export async function extendSession(trx: Trx, id: string, expiresAt: Date): Promise<void> {
  await trx.updateTable('sessions').set({ expiresAt }).where('id', '=', id).execute()
}

/** Ends a session. False when it had ended before. */
export async function endSession(db: Db, id: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

export async function findSessionId(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refreshTokens')
    .select('sessionId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row?.sessionId
}

export async function isSessionLive(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets sessions, with their refresh tokens, that nobody can come back to. */
export async function deleteSessionsExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<', instant).execute()
}
