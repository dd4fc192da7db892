import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { openFirstAccount } from '../accounts/service.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/service.ts'
import { getUser } from '../auth/authorize.ts'
import { hashPassword, verifyPassword } from '../auth/passwords.ts'
import { sha256Hex } from '../auth/secrets.ts'
import { assignFreePlan } from '../billing/service.ts'
import { addMs } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { isUniqueViolation } from '../db/faults.ts'
import { AppError } from '../errors.ts'
import type { SignInInput, SignUpInput, TokenDelivery } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { renderWelcome } from '../mail/templates.ts'
import { getMailSite } from '../site/service.ts'
import { announceEnds, announceViewer } from './ending.ts'
import * as repository from './repository.ts'
import {
  accessToken,
  decideRefresh,
  parseIdentifier,
  parseSignUp,
  isRemembered,
  sessionLifetimeMs,
  sessionOver,
  userDisabled,
  nameUser,
  wrongCredentials,
  type User,
  type Viewer,
} from './rules.ts'

/** A signed-in session as its owner receives it. */
export interface IssuedSession {
  accessToken: string
  /** Null when it went into the cookie. */
  refreshToken: string | null
  expiresAt: Date
  user: User
}

/** Who the access token speaks for. */
export async function getViewer(context: RequestContext): Promise<Viewer> {
  const { userId } = getUser(context)
  return { user: await getUserById(context, userId) }
}

/** An event for each change of the viewer's sessions, or of the invitations addressed to them. */
export function subscribeToViewer(context: RequestContext) {
  return context.events.subscribe('viewerChanged', getUser(context).userId)
}

/** After the commit: tells whoever signed up with these addresses, in lowercase, that invitations to them changed. */
export async function announceInvitations(app: App, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  for (const { id } of await repository.findUsersByEmail(app.db, emails)) announceViewer(app, id)
}

/** Creates a user with an account of their own, and signs in. */
export async function signUp(context: RequestContext, input: SignUpInput): Promise<IssuedSession> {
  await context.rateLimiter.check('signUpFromClient', context.clientAddress)
  checkDelivery(context, input.tokenDelivery)
  const { password, ...newUser } = parseSignUp(input)
  const passwordHash = await hashPassword(password)
  const user = { id: randomUUIDv7(), ...newUser }
  const site = await getMailSite(context)
  const now = context.clock.now()

  try {
    await context.db.transaction().execute(async (trx) => {
      await repository.insertUser(trx, { ...user, passwordHash, createdAt: now })
      const account = await openFirstAccount(trx, user, now)
      await assignFreePlan(trx, account.id, now)
      const object = { objectType: 'user', objectId: user.id, objectName: nameUser(user) }
      await recordAudit(trx, context, {
        action: 'user.signed_up',
        accountId: null,
        ...object,
        by: { userId: user.id, sessionId: null },
      })
      if (user.email !== null) {
        const welcome = { firstName: user.firstName, accountName: account.name, namespace: account.namespace }
        await context.mailer.sendMail(trx, { to: user.email, ...renderWelcome(site, welcome) })
      }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw taken('email', 'email address')
    if (isUniqueViolation(error, 'users_phone_key')) throw taken('phone', 'phone number')
    throw error
  }
  return await startSession(context, { user, passwordHash }, input.tokenDelivery, false)
}

/** Signs in. The answer and its time are the same for an unknown address and a wrong password. */
export async function signIn(context: RequestContext, input: SignInInput): Promise<IssuedSession> {
  checkDelivery(context, input.tokenDelivery)
  const identifier = parseIdentifier(input)
  const attemptKey = `${identifier.email ?? identifier.phone}|${context.clientAddress}`
  await context.rateLimiter.check('signInFromClient', context.clientAddress)
  await context.rateLimiter.check('signIn', attemptKey)

  const credentials = await repository.findCredentials(context.db, identifier)
  const matches = await verifyPassword(credentials?.passwordHash, input.password)
  if (!credentials || !matches) throw wrongCredentials()
  if (credentials.disabledAt) throw userDisabled()

  await context.rateLimiter.forget('signIn', attemptKey)
  return await startSession(context, credentials, input.tokenDelivery, input.rememberMe)
}

/** Exchanges a refresh token, given or from the cookie, for the next session. A stolen one ends the whole family. */
export async function refreshSession(
  context: RequestContext,
  given: string | null | undefined,
): Promise<IssuedSession> {
  await context.rateLimiter.check('refreshFromClient', context.clientAddress)
  const delivery = given ? 'RESPONSE' : 'COOKIE'
  const shown = given ?? context.refreshCookie?.read()
  if (!shown) throw sessionOver()
  const now = context.clock.now()

  // The outcome leaves the transaction as a value: an error thrown inside would undo the revocation.
  const outcome = await context.db.transaction().execute(async (trx) => {
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
      return { decision, ...known, refreshToken: await issueRefreshToken(trx, known.sessionId, now) }
    }
    if (decision === 'revoke') {
      const [revoked] = await repository.endSessions(trx, known.userId, { only: known.sessionId }, now)
      if (!revoked) return undefined
      await recordAudit(trx, context, {
        action: 'user.session_revoked',
        accountId: null,
        objectType: 'user',
        objectId: known.userId,
        changes: { endedSessions: { from: [], to: [known.sessionId] } },
      })
    }
    return { decision, ...known }
  })

  if (outcome?.decision === 'revoke') {
    context.log.warn({ sessionId: outcome.sessionId }, 'a used refresh token was shown again: its session was ended')
    announceEnds(context, outcome.userId, [{ id: outcome.sessionId }])
  }
  if (outcome?.decision !== 'rotate') {
    if (delivery === 'COOKIE') context.refreshCookie?.clear()
    throw sessionOver()
  }
  announceViewer(context, outcome.userId)
  const user = await getUserById(context, outcome.userId)
  return await deliver(context, user, { ...outcome, delivery })
}

/** Whether an access token's session still counts: signing out works at once, not when the token expires. */
export async function isSessionLive(app: App, sessionId: string): Promise<boolean> {
  return await repository.isSessionLive(app.db, sessionId, app.clock.now())
}

/** Forgets sessions and reset links that ended by expiry more than a day ago. */
export async function deleteExpiredSessions({ db, clock }: App): Promise<void> {
  const dayAgo = addMs(clock.now(), -24 * 60 * 60 * 1_000)
  await repository.deleteSessionsExpiredBefore(db, dayAgo)
  await repository.deletePasswordResetsExpiredBefore(db, dayAgo)
}

/** A user by id. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return (await repository.findUsers(db, [id]))[0]
}

/** Starts a session, unless the password that bought it was changed while it was checked. */
async function startSession(
  context: RequestContext,
  { user, passwordHash }: Pick<repository.Credentials, 'user' | 'passwordHash'>,
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
  const refreshToken = await context.db.transaction().execute(async (trx) => {
    if (!(await repository.holdPassword(trx, user.id, passwordHash))) throw wrongCredentials()
    await repository.insertSession(trx, session)
    await recordAudit(trx, context, {
      action: 'user.signed_in',
      accountId: null,
      objectType: 'user',
      objectId: user.id,
      objectName: nameUser(user),
      by: { userId: user.id, sessionId: session.id },
    })
    return await issueRefreshToken(trx, session.id, now)
  })
  announceViewer(context, user.id)
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
function checkDelivery({ refreshCookie }: RequestContext, delivery: TokenDelivery): void {
  if (delivery === 'COOKIE' && !refreshCookie) {
    throw new AppError('BAD_USER_INPUT', 'COOKIE delivery works over HTTP only; use RESPONSE here.', {
      field: 'tokenDelivery',
    })
  }
}

/** The signed-in user's row. Throws UNAUTHENTICATED when it is gone. */
export async function getUserById({ loaders }: RequestContext, id: string): Promise<User> {
  const user = await loaders.user.load(id)
  if (!user) throw sessionOver()
  return user
}

function taken(field: string, label: string): AppError {
  return new AppError(
    'CONFLICT',
    `Somebody has signed up with this ${label} already. Sign in instead, or use another one.`,
    { field },
  )
}
