import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { networkOf } from '@culvert/program'
import type { SignInInput, SignOutInput, SignOutScope, TokenDelivery } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { AppError, notFound } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { verifyPassword } from '../users/password-hash.ts'
import { describeUser, nameUser, parseIdentifier, type User } from '../users/rules.ts'
import {
  type Credentials,
  findCredentials,
  getUserById,
  holdPassword,
  sessionOver,
  tellViewer,
} from '../users/service.ts'
import * as repository from './repository.ts'
import {
  accessToken,
  type AuthSession,
  decideRefresh,
  isRemembered,
  sessionLifetimeMs,
  userDisabled,
  wrongCredentials,
} from './rules.ts'

/** A signed-in session as its owner receives it. */
export interface IssuedSession {
  accessToken: string
  /** Null when it went into the cookie. */
  refreshToken: string | null
  expiresAt: Date
  user: User
}

/** Signs in. The answer and its time are the same for an unknown address and a wrong password. */
export async function signIn(context: RequestContext, input: SignInInput): Promise<IssuedSession> {
  checkDelivery(context, input.tokenDelivery)
  const identifier = parseIdentifier(input)
  const attemptedName = identifier.email ?? identifier.phone ?? ''
  const attemptKey = `${attemptedName}|${context.clientNetwork}`
  await context.rateLimiter.check('signInFromClient', context.clientNetwork)
  await context.rateLimiter.check('signIn', attemptKey)

  const credentials = await findCredentials(context.db, identifier)
  const guessKey = credentials?.user.id ?? attemptedName
  await context.rateLimiter.checkGuess(guessKey, () => isKnownPlace(context, guessKey))
  const matches = await verifyPassword(credentials?.passwordHash, input.password)
  if (!credentials || !matches) throw wrongCredentials()
  if (credentials.disabledAt) throw userDisabled()

  await context.rateLimiter.forget('signIn', attemptKey)
  await context.rateLimiter.forgiveGuess(guessKey)
  return await startSession(context, credentials, input.tokenDelivery, input.rememberMe)
}

/** Exchanges a refresh token, given or from the cookie, for the next session. A stolen token ends its whole family. */
export async function refreshSession(
  context: RequestContext,
  given: string | null | undefined,
): Promise<IssuedSession> {
  await context.rateLimiter.check('refreshFromClient', context.clientNetwork)
  const delivery = given ? 'RESPONSE' : 'COOKIE'
  const shown = given ?? context.refreshCookie?.read()
  if (!shown) throw sessionOver()
  const now = context.clock.now()

  // The outcome leaves the transaction as a value: an error thrown inside would undo the revocation.
  const outcome = await context.change(async (trx, tell) => {
    const tokenHash = sha256Hex(shown)
    const known = await repository.findRefreshToken(trx, tokenHash)
    if (!known) return undefined
    const decision = decideRefresh(known, now)
    if (decision === 'rotate') {
      await repository.useRefreshToken(trx, tokenHash, now)
      await repository.extendSession(trx, known.sessionId, {
        lastUsedAt: now,
        expiresAt: addMs(now, sessionLifetimeMs(known.remember)),
        ipAddress: context.clientAddress,
        userAgent: context.userAgent,
      })
      tellViewer(tell, known.userId)
      return { decision, ...known, refreshToken: await issueRefreshToken(trx, known.sessionId, now) }
    }
    if (decision === 'revoke') {
      const [revoked] = await repository.endSessions(trx, known.userId, { only: known.sessionId }, now)
      if (!revoked) return undefined
      await recordAudit(trx, context, {
        action: 'user.session_revoked',
        ...describeUser(known.userId),
        changes: describeEnds([revoked]),
      })
      tellOfEnds(tell, known.userId, [revoked])
    }
    return { decision, ...known }
  })

  if (outcome?.decision === 'revoke') {
    context.log.warn({ sessionId: outcome.sessionId }, 'a used refresh token was shown again: its session was ended')
  }
  if (outcome?.decision !== 'rotate') {
    if (delivery === 'COOKIE') context.refreshCookie?.clear()
    throw sessionOver()
  }
  const user = await getUserById(context, outcome.userId)
  return await deliver(context, user, { ...outcome, delivery })
}

/** Whether an access token's session is still valid: signing out takes effect at once, not when the token expires. */
export async function isSessionLive(app: App, sessionId: string): Promise<boolean> {
  return (await findLiveSessions(app, [sessionId])).length > 0
}

/** Returns those of the sessions that are still valid. */
export async function findLiveSessions({ db, clock }: App, ids: readonly string[]): Promise<string[]> {
  return await repository.findLiveSessions(db, ids, clock.now())
}

/** Deletes sessions that expired more than a day ago. */
export async function deleteExpiredSessions({ db, clock }: App): Promise<void> {
  await repository.deleteSessionsExpiredBefore(db, addMs(clock.now(), -dayMs))
}

/** Whether the user has signed in, or followed a reset link, from this network, which strangers' attempts do not slow down. */
async function isKnownPlace({ db, clientNetwork }: RequestContext, userId: string): Promise<boolean> {
  const addresses = await repository.listProvenAddresses(db, userId)
  return addresses.some((address) => networkOf(address) === clientNetwork)
}

/** Starts a session, unless the password was changed while it was being checked. */
export async function startSession(
  context: RequestContext,
  { user, passwordHash }: Pick<Credentials, 'user' | 'passwordHash'>,
  delivery: TokenDelivery,
  rememberMe: boolean,
): Promise<IssuedSession> {
  const now = context.clock.now()
  const remember = isRemembered(delivery, rememberMe)
  const session = {
    id: randomUUIDv7(),
    userId: user.id,
    remember,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: addMs(now, sessionLifetimeMs(remember)),
    ipAddress: context.clientAddress,
    userAgent: context.userAgent,
  }
  const refreshToken = await context.change(async (trx, tell) => {
    if (!(await holdPassword(trx, user, passwordHash))) throw wrongCredentials()
    await repository.insertSession(trx, session)
    await recordAudit(trx, context, {
      action: 'user.signed_in',
      ...describeUser(user.id, nameUser(user)),
      by: { userId: user.id, sessionId: session.id },
    })
    tellViewer(tell, user.id)
    return await issueRefreshToken(trx, session.id, now)
  })
  return await deliver(context, user, { sessionId: session.id, refreshToken, remember, delivery })
}

async function issueRefreshToken(db: Db, sessionId: string, now: Date): Promise<string> {
  const refreshToken = `rt_${randomBytes(32).toString('base64url')}`
  await repository.insertRefreshToken(db, sha256Hex(refreshToken), sessionId, now)
  return refreshToken
}

interface Delivery {
  sessionId: string
  refreshToken: string
  remember: boolean
  delivery: TokenDelivery
}

async function deliver(context: RequestContext, user: User, session: Delivery): Promise<IssuedSession> {
  const { sessionId, refreshToken, remember, delivery } = session
  const { token, expiresAt } = await context.keyring.sign(accessToken, { sub: user.id, sid: sessionId })
  if (delivery === 'RESPONSE') return { accessToken: token, refreshToken, expiresAt, user }
  context.refreshCookie?.write(refreshToken, remember ? sessionLifetimeMs(remember) : undefined)
  return { accessToken: token, refreshToken: null, expiresAt, user }
}

/** A cookie can only be set in an HTTP answer. */
export function checkDelivery({ refreshCookie }: RequestContext, delivery: TokenDelivery): void {
  if (delivery === 'COOKIE' && !refreshCookie) {
    throw new AppError('BAD_USER_INPUT', 'COOKIE delivery works over HTTP only; use RESPONSE here.', {
      field: 'tokenDelivery',
    })
  }
}

/** Returns the viewer's sessions. */
export async function listSessions(context: RequestContext): Promise<AuthSession[]> {
  return await repository.listSessions(context.db, getUser(context).userId, context.clock.now())
}

/** Ends sessions of the caller, named by refresh token, given or from the cookie, or by access token. Reports whether any ended. */
export async function signOut(context: RequestContext, { refreshToken, scope }: SignOutInput): Promise<boolean> {
  await context.rateLimiter.check('signOutFromClient', context.clientNetwork)
  const shown = refreshToken ?? context.refreshCookie?.read()
  if (!refreshToken && scope !== 'OTHERS') context.refreshCookie?.clear()
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
    tellOfEnds(tell, asking.userId, sessions)
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
    tellOfEnds(tell, userId, [session])
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
  tellOfEnds(tell, userId, sessions)
  return sessions
}

/** Closes the connections of these sessions of a user, on every node, and tells the user's other sessions. */
function tellOfEnds(tell: Tell, userId: string, sessions: readonly { id: string }[]): void {
  for (const { id } of sessions) tell('credentialEnded', 'all', { credentialId: id })
  tellViewer(tell, userId)
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

/** Returns a session in the form of the contract (RFC 6749, section 5.1). */
export function toPayload(session: IssuedSession) {
  return { session: { ...session, tokenType: 'bearer', expiresIn: accessToken.lifetimeSeconds } }
}
