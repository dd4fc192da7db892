import { sql, type Insertable, type Updateable } from 'kysely'
import type { ProofKind } from '../../generated/schema.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byId } from '../../platform/db/rows.ts'
import { batched } from '../../platform/db/batched.ts'
import type { AuthSession } from './rules.ts'
import type { SessionTable } from './table.ts'

export async function insertSession(db: Db, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function insertRefreshToken(db: Db, tokenHash: string, sessionId: string, now: Date): Promise<void> {
  await db.insertInto('refreshTokens').values({ tokenHash, sessionId, createdAt: now }).execute()
}

/** Returns a refresh token that was issued at some time, with its session. */
export async function findRefreshToken(db: Db, tokenHash: string) {
  return await db
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select([
      'refreshTokens.usedAt',
      'sessions.id as sessionId',
      'sessions.userId',
      'sessions.remember',
      'sessions.createdAt',
      'sessions.provenBy',
      'sessions.providerId',
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

export async function extendSession(trx: Trx, id: string, use: Updateable<SessionTable>): Promise<void> {
  await trx.updateTable('sessions').set(use).where('id', '=', id).execute()
}

/** Records that the user of a live session proved who they are, in these ways too. Undefined if it has ended. */
export async function raiseSession(
  trx: Trx,
  id: string,
  proofs: readonly ProofKind[],
  now: Date,
): Promise<AuthSession | undefined> {
  const provenBy = sql<
    ProofKind[]
  >`array(select distinct unnest(proven_by || ${sql.val([...proofs])}::text[]) order by 1)`
  return await trx
    .updateTable('sessions')
    .set({ provenBy, provenAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Returns a user's live sessions, the most recently used first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<AuthSession[]> {
  return await db
    .selectFrom('sessions')
    .selectAll('sessions')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A selection of a user's sessions; all when left out. */
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
  return await live.returningAll().execute()
}

/** Ends the live sessions of several users. */
export async function endSessionsOf(db: Db, userIds: readonly string[], now: Date): Promise<AuthSession[]> {
  return await db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .execute()
}

/** Returns the live session that a refresh token belongs to. */
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

/** Returns addresses from which a user recently signed in or chose a new password: at most 100 of each. */
export async function listProvenAddresses(db: Db, userId: string): Promise<string[]> {
  const signedIn = await db
    .selectFrom('sessions')
    .select('ipAddress')
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
    .limit(100)
    .execute()
  const reset = await db
    .selectFrom('passwordResets')
    .select('usedFrom as ipAddress')
    .where('userId', '=', userId)
    .where('usedFrom', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
  return [...signedIn, ...reset].flatMap(({ ipAddress }) => (ipAddress === null ? [] : [ipAddress]))
}

/** A live session, and how it was proven. */
export type LiveSession = Pick<AuthSession, 'id' | 'provenBy' | 'provenAt'>

/** Returns those of the sessions that have neither ended nor expired, of users who are not disabled. */
export async function findLiveSessions(db: Db, ids: readonly string[], now: Date): Promise<LiveSession[]> {
  return await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'provenBy', 'provenAt'])
    .where(sql<boolean>`sessions.id = any(${ids}::text[])`)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('disabledAt', 'is', null)
    .execute()
}

/** Finds the session with this id, if it is live at that instant. */
export const findLiveSession = batched(
  async (db, wanted: readonly { id: string; now: Date }[]): Promise<(LiveSession | undefined)[]> => {
    const ids = wanted.map(({ id }) => id)
    const now = new Date(Math.max(...wanted.map((session) => session.now.getTime())))
    const live = byId(await findLiveSessions(db, ids, now))
    return ids.map((id) => live.get(id))
  },
)

/** Deletes the refresh tokens of sessions that expired before an instant. */
export async function deleteTokensExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db
    .deleteFrom('refreshTokens')
    .using('sessions')
    .whereRef('sessions.id', '=', 'refreshTokens.sessionId')
    .where('sessions.expiresAt', '<', instant)
    .execute()
}

/** Deletes sessions that expired before one instant and were last used before another. */
export async function deleteSessionsExpiredBefore(db: Db, instant: Date, lastUsedBefore: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<', instant).where('lastUsedAt', '<', lastUsedBefore).execute()
}

/** Deletes every session of a user, ended ones too. */
export async function deleteSessionsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
}
