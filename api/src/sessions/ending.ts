import type { App } from '../app.ts'
import { recordAudit } from '../audit/service.ts'
import { getUser } from '../auth/authorize.ts'
import { sha256Hex } from '../auth/secrets.ts'
import { notFound } from '../errors.ts'
import type { SignOutInput, SignOutScope } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import * as repository from './repository.ts'
import type { AuthSession } from './rules.ts'

/** Where the viewer is signed in. */
export async function listSessions(context: RequestContext): Promise<AuthSession[]> {
  return await repository.listSessions(context.db, getUser(context).userId, context.clock.now())
}

/** Ends sessions of whoever asks: by refresh token, given or from the cookie, or by access token. Answers whether one ended. */
export async function signOut(context: RequestContext, { refreshToken, scope }: SignOutInput): Promise<boolean> {
  await context.rateLimiter.check('signOutFromClient', context.clientAddress)
  const shown = refreshToken ?? context.refreshCookie?.read()
  if (!refreshToken && scope !== 'OTHERS') context.refreshCookie?.clear()
  const now = context.clock.now()
  const asking = shown ? await repository.findSessionByToken(context.db, sha256Hex(shown), now) : findOwn(context)
  if (!asking) return false

  const ended = await context.db.transaction().execute(async (trx) => {
    const sessions = await repository.endSessions(trx, asking.userId, select(scope, asking.sessionId), now)
    if (sessions.length === 0) return sessions
    await recordAudit(trx, context, {
      action: 'user.signed_out',
      accountId: null,
      objectType: 'user',
      objectId: asking.userId,
      changes: describeEnds(sessions),
      by: asking,
    })
    return sessions
  })
  announceEnds(context, asking.userId, ended)
  return ended.length > 0
}

/** Ends one of the viewer's own sessions. Another user's does not exist for them. */
export async function endSession(context: RequestContext, id: string): Promise<AuthSession> {
  const { userId } = getUser(context)
  const now = context.clock.now()
  const ended = await context.db.transaction().execute(async (trx) => {
    const [session] = await repository.endSessions(trx, userId, { only: id }, now)
    if (!session) throw notFound('session')
    await recordAudit(trx, context, {
      action: 'user.session_ended',
      accountId: null,
      objectType: 'user',
      objectId: userId,
      changes: describeEnds([session]),
    })
    return session
  })
  announceEnds(context, userId, [ended])
  return ended
}

/** What the audit log says of sessions that a change ended. */
export function describeEnds(sessions: readonly { id: string }[]) {
  return { endedSessions: { from: [], to: sessions.map(({ id }) => id) } }
}

/** After the commit: closes what is open with these sessions of a user, on every node, and tells the user's other ones. */
export function announceEnds(app: Pick<App, 'events'>, userId: string, sessions: readonly { id: string }[]): void {
  for (const { id } of sessions) app.events.publish('credentialEnded', 'all', { credentialId: id })
  announceViewer(app, userId)
}

/** After the commit: tells a user's dashboards that their sessions, or the invitations addressed to them, changed. */
export function announceViewer({ events }: Pick<App, 'events'>, userId: string): void {
  events.publish('viewerChanged', userId, {})
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
