import type { SignOutInput, SignOutScope } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { notFound } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit, recordAudits } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { describeUser } from '../users/rules.ts'
import { findUser, findUsersOfDomain, getUserById, sessionEnded, notifyViewer } from '../users/service.ts'
import { deliver, issueRefreshToken, type IssuedSession } from './issue.ts'
import * as repository from './repository.ts'
import { type AuthSession, decideRefresh, findEnd, networkKnownMs, type RefreshDecision } from './rules.ts'
import { findImposedSignOn, selectImposedOn } from './sign-in.ts'

/** Exchanges a refresh token, given or from the cookie, for the next session. A stolen token ends its whole family. */
export async function refreshSession(
  context: RequestContext,
  given: string | null | undefined,
): Promise<IssuedSession> {
  await context.rateLimiter.check('refreshFromClient', context.clientNetwork)
  const delivery = given ? 'RESPONSE' : 'COOKIE'
  const shown = given ?? context.cookies?.refresh.read()
  if (!shown) throw sessionEnded()
  const now = context.clock.now()

  // The outcome leaves the transaction as a value: an error thrown inside would undo the revocation.
  const outcome = await context.change(async (trx, tell) => {
    const tokenHash = sha256Hex(shown)
    const known = await repository.findRefreshToken(trx, tokenHash)
    if (!known) return undefined
    const decided = decideRefresh(known, now)
    const mustEnd = decided === 'rotate' && (await lacksSingleSignOn(trx, known))
    const decision: RefreshDecision = mustEnd ? 'end' : decided
    if (decision === 'rotate') {
      await repository.useRefreshToken(trx, tokenHash, now)
      await repository.extendSession(trx, known.sessionId, {
        lastUsedAt: now,
        expiresAt: findEnd(known.createdAt, known.remember, now),
        ipAddress: context.clientAddress,
        userAgent: context.userAgent,
      })
      notifyViewer(tell, known.userId)
      return { decision, ...known, refreshToken: await issueRefreshToken(trx, known.sessionId, now) }
    }
    if (decision !== 'refuse') {
      const [ended] = await repository.endSessions(trx, known.userId, { only: known.sessionId }, now)
      if (!ended) return undefined
      await recordAudit(trx, context, {
        action: decision === 'revoke' ? 'user.session_revoked' : 'user.session_ended',
        ...describeUser(known.userId),
        changes: describeEnds([ended]),
      })
      notifyEnds(tell, known.userId, [ended])
    }
    return { decision, ...known }
  })

  if (outcome?.decision === 'revoke') {
    context.log.warn(
      { sessionId: outcome.sessionId },
      'a used refresh token was presented again: its session was ended',
    )
  }
  if (outcome?.decision !== 'rotate') {
    if (delivery === 'COOKIE') context.cookies?.refresh.clear()
    throw sessionEnded()
  }
  const user = await getUserById(context, outcome.userId)
  return await deliver(context, user, { ...outcome, delivery })
}

/** Reports whether a session was begun without the provider by which its user must sign in by now. */
async function lacksSingleSignOn(
  trx: Trx,
  { userId, providerId }: Pick<AuthSession, 'userId' | 'providerId'>,
): Promise<boolean> {
  const user = await findUser(trx, userId)
  const singleSignOn = user && (await findImposedSignOn(trx, user))
  return singleSignOn !== undefined && singleSignOn.providerId !== providerId
}

/** Returns how an access token's session was proven; undefined when it is over: signing out takes effect at once, not when the token expires. */
export async function findLiveSession(
  { db, clock }: App,
  sessionId: string,
): Promise<repository.LiveSession | undefined> {
  return await repository.findLiveSession(db, { id: sessionId, now: clock.now() })
}

/** Returns those of the sessions that are still valid. */
export async function findLiveSessions({ db, clock }: App, ids: readonly string[]): Promise<repository.LiveSession[]> {
  return await repository.findLiveSessions(db, ids, clock.now())
}

/**
 * Deletes the refresh tokens of sessions that expired more than a day ago, and the sessions themselves once the networks that they show
 * (`isKnownNetwork`) are no longer known.
 */
export async function deleteExpiredSessions({ db, clock }: App): Promise<void> {
  const expiredBefore = addMs(clock.now(), -dayMs)
  await repository.deleteTokensExpiredBefore(db, expiredBefore)
  await repository.deleteSessionsExpiredBefore(db, expiredBefore, addMs(expiredBefore, -networkKnownMs))
}

/** Returns the viewer's sessions. */
export async function listSessions(context: RequestContext): Promise<AuthSession[]> {
  return await repository.listSessions(context.db, getUser(context).userId, context.clock.now())
}

/** Ends sessions of the caller, named by refresh token, given or from the cookie, or by access token. Reports whether any ended. */
export async function signOut(context: RequestContext, { refreshToken, scope }: SignOutInput): Promise<boolean> {
  await context.rateLimiter.check('signOutFromClient', context.clientNetwork)
  const shown = refreshToken ?? context.cookies?.refresh.read()
  if (!refreshToken && scope !== 'OTHERS') context.cookies?.refresh.clear()
  const now = context.clock.now()
  const asking = shown ? await repository.findSessionByToken(context.db, sha256Hex(shown), now) : findOwn(context)
  if (!asking) return false

  return await context.change(async (trx, tell) => {
    const sessions = await repository.endSessions(trx, asking.userId, select(scope, asking.sessionId), now)
    if (sessions.length === 0) return false
    await recordAudit(trx, context, {
      action: 'user.signed_out',
      ...describeUser(asking.userId),
      changes: describeEnds(sessions),
      by: asking,
    })
    notifyEnds(tell, asking.userId, sessions)
    return true
  })
}

/** Ends one of the viewer's own sessions. Another user's does not exist for them. */
export async function endSession(context: RequestContext, id: string): Promise<AuthSession> {
  const { userId } = getUser(context)
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    const [session] = await repository.endSessions(trx, userId, { only: id }, now)
    if (!session) throw notFound('session')
    await recordAudit(trx, context, {
      action: 'user.session_ended',
      ...describeUser(userId),
      changes: describeEnds([session]),
    })
    notifyEnds(tell, userId, [session])
    return session
  })
}

/** Returns the audit log's entry for sessions that a change ended. */
export function describeEnds(sessions: readonly { id: string }[]) {
  return { endedSessions: { from: [], to: sessions.map(({ id }) => id) } }
}

/** Ends those of a user's sessions that are live, and returns them. */
export async function endSessions(
  { trx, tell, source }: Ending,
  userId: string,
  selection: repository.SessionSelection = {},
): Promise<AuthSession[]> {
  const sessions = await repository.endSessions(trx, userId, selection, source.clock.now())
  notifyEnds(tell, userId, sessions)
  return sessions
}

/** Ends the sessions of everyone who must sign in by single sign-on of a domain from now on. */
export async function endSessionsOfDomain(
  { trx, tell, source }: Ending,
  singleSignOn: { domain: string; accountId: string },
): Promise<void> {
  const people = await findUsersOfDomain(trx, singleSignOn.domain)
  const imposedOn = await selectImposedOn(trx, singleSignOn, people)
  if (imposedOn.length === 0) return
  const userIds = imposedOn.map(({ id }) => id)
  const sessions = await repository.endSessionsOf(trx, userIds, source.clock.now())
  const byUser = [...Map.groupBy(sessions, (session) => session.userId)]
  await recordAudits(
    trx,
    source,
    byUser.map(([userId, ended]) => ({
      action: 'user.session_ended',
      ...describeUser(userId),
      changes: describeEnds(ended),
    })),
  )
  for (const [userId, ended] of byUser) notifyEnds(tell, userId, ended)
}

/** Ends and deletes every session of a user, with the addresses that they came from. */
export async function eraseSessions(ending: Ending, { userId }: { userId: string }): Promise<void> {
  await endSessions(ending, userId)
  await repository.deleteSessionsOf(ending.trx, userId)
}

/** Closes the connections of these sessions of a user, on every node, and notifies the user's other sessions. */
function notifyEnds(tell: Tell, userId: string, sessions: readonly { id: string }[]): void {
  for (const { id } of sessions) tell('credentialEnded', 'all', { credentialId: id })
  notifyViewer(tell, userId)
}

function findOwn({ actor }: RequestContext) {
  return actor.kind === 'user' ? { userId: actor.userId, sessionId: actor.sessionId } : undefined
}

function select(scope: SignOutScope, sessionId: string): repository.SessionSelection {
  switch (scope) {
    case 'CURRENT':
      return { only: sessionId }
    case 'OTHERS':
      return { except: sessionId }
    case 'ALL':
      return {}
    default:
      return scope satisfies never
  }
}

export { listSessions as listSessionsOf } from './repository.ts'
