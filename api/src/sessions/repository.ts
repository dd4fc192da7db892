import { sql } from 'kysely'
import type { Db, Trx } from '../db/db.ts'
import { escapeLike } from '../db/values.ts'
import type { AuthSession, Identifier, User } from './rules.ts'

const userColumns = ['id', 'email', 'phone', 'firstName', 'lastName'] as const

/** A user with what a sign-in is checked against. */
export interface Credentials {
  user: User
  passwordHash: string
  disabledAt: Date | null
}

export async function findUsers(db: Db, ids: readonly string[]): Promise<User[]> {
  return await db.selectFrom('users').select(userColumns).where('id', 'in', ids).execute()
}

export async function findUsersByEmail(db: Db, emails: readonly string[]): Promise<User[]> {
  return await db.selectFrom('users').select(userColumns).where('email', 'in', emails).execute()
}

/** The user with this address or number; with both given, the one who has both. */
export async function findCredentials(db: Db, { email, phone }: Identifier): Promise<Credentials | undefined> {
  let query = db.selectFrom('users').select([...userColumns, 'passwordHash', 'disabledAt'])
  if (email !== null) query = query.where('email', '=', email)
  if (phone !== null) query = query.where('phone', '=', phone)
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { passwordHash, disabledAt, ...user } = row
  return { user, passwordHash, disabledAt }
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

/** A refresh token that was issued at some time, with its session. */
export async function findRefreshToken(db: Db, tokenHash: string) {
  return await db
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

export async function extendSession(
  trx: Trx,
  id: string,
  use: Pick<NewSession, 'lastUsedAt' | 'expiresAt' | 'ipAddress' | 'userAgent'>,
): Promise<void> {
  await trx.updateTable('sessions').set(use).where('id', '=', id).execute()
}

const sessionColumns = ['id', 'userId', 'createdAt', 'lastUsedAt', 'expiresAt', 'ipAddress', 'userAgent'] as const

/** A user's live sessions, the most recently used first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<AuthSession[]> {
  return await db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Which of a user's sessions are meant; all when left out. */
export interface SessionSelection {
  only?: string
  except?: string
}

/** Ends those of a user's sessions that are live. */
export async function endSessions(
  trx: Trx,
  userId: string,
  { only, except }: SessionSelection,
  now: Date,
): Promise<AuthSession[]> {
  let live = trx
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
  if (only !== undefined) live = live.where('id', '=', only)
  if (except !== undefined) live = live.where('id', '!=', except)
  return await live.returning(sessionColumns).execute()
}

/** The live session that a refresh token belongs to. */
export async function findSessionByToken(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ userId: string; sessionId: string } | undefined> {
  return await db
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select(['sessions.userId', 'sessions.id as sessionId'])
    .where('tokenHash', '=', tokenHash)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return row?.passwordHash
}

/** Whether this is still the password of a user who may sign in. It stays so until the transaction ends. */
export async function holdPassword(trx: Trx, userId: string, passwordHash: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Sets a password. False when `expectedHash` is given and the user has another password by now. */
export async function setPassword(
  trx: Trx,
  userId: string,
  passwordHash: string,
  expectedHash?: string,
): Promise<boolean> {
  let update = trx.updateTable('users').set({ passwordHash }).where('id', '=', userId)
  if (expectedHash !== undefined) update = update.where('passwordHash', '=', expectedHash)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

export interface NewPasswordReset {
  id: string
  userId: string
  tokenHash: string
  createdAt: Date
  expiresAt: Date
}

export async function insertPasswordReset(trx: Trx, reset: NewPasswordReset): Promise<void> {
  await trx.insertInto('passwordResets').values(reset).execute()
}

export async function countPasswordResetsSince(db: Db, userId: string, instant: Date): Promise<number> {
  const { count } = await db
    .selectFrom('passwordResets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('createdAt', '>', instant)
    .executeTakeFirstOrThrow()
  return count
}

/** Uses a reset link up. False when it was used before, is void, or has expired. */
export async function usePasswordReset(
  trx: Trx,
  reset: { id: string; userId: string; tokenHash: string },
  now: Date,
): Promise<boolean> {
  const used = await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where((eb) => eb.and(reset))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Makes every reset link of a user void that was not used. */
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

/** A user as the operator sees them. */
export interface KnownUser extends User {
  createdAt: Date
  /** When the operator shut them out; null while they may sign in. */
  disabledAt: Date | null
}

const knownUserColumns = [...userColumns, 'createdAt', 'disabledAt'] as const

/** Users whose name, address or number contains the text, newest first. */
export async function searchUsers(db: Db, text: string, limit: number): Promise<KnownUser[]> {
  return await db
    .selectFrom('users')
    .select(knownUserColumns)
    .where((eb) => {
      const fields = [eb.ref('email'), eb.ref('phone'), sql<string>`first_name || ' ' || last_name`]
      return eb.or(fields.map((field) => eb(field, 'ilike', `%${escapeLike(text)}%`)))
    })
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The user with this id, address or number. */
export async function findUserNamed(db: Db, name: string): Promise<KnownUser | undefined> {
  return await db
    .selectFrom('users')
    .select(knownUserColumns)
    .where((eb) => eb.or([eb('id', '=', name), eb('email', '=', name.toLowerCase()), eb('phone', '=', name)]))
    .executeTakeFirst()
}

/** Shuts a user out, or (null) lets them in again. False when nothing had to be done. */
export async function setDisabled(trx: Trx, id: string, disabledAt: Date | null): Promise<boolean> {
  const updated = await trx
    .updateTable('users')
    .set({ disabledAt })
    .where('id', '=', id)
    .where('disabledAt', disabledAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
