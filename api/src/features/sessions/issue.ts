import { randomBytes } from 'node:crypto'
import type { ProofKind, TokenDelivery } from '../../generated/schema.ts'
import { badInput } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { isTwoFactors } from '../../platform/access/actor.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { User } from '../users/rules.ts'
import { insertRefreshToken } from './repository.ts'
import { accessToken, sessionLifetimeMs } from './rules.ts'

/** A signed-in session as its owner receives it. */
export interface IssuedSession {
  accessToken: string
  /** Null when it went into the cookie. */
  refreshToken: string | null
  expiresAt: Date
  user: User
  provenBy: readonly ProofKind[]
}

/** Makes a refresh token of a session. */
export async function issueRefreshToken(db: Db, sessionId: string, now: Date): Promise<string> {
  const refreshToken = `rt_${randomBytes(32).toString('base64url')}`
  await insertRefreshToken(db, sha256Hex(refreshToken), sessionId, now)
  return refreshToken
}

interface Delivery {
  sessionId: string
  refreshToken: string
  remember: boolean
  provenBy: readonly ProofKind[]
  delivery: TokenDelivery
}

/** Hands a session to its owner: with a new access token, and the refresh token in the response or the cookie. */
export async function deliver(context: RequestContext, user: User, session: Delivery): Promise<IssuedSession> {
  const { sessionId, refreshToken, remember, provenBy, delivery } = session
  const { token, expiresAt } = await context.keyring.sign(accessToken, { sub: user.id, sid: sessionId })
  if (delivery === 'RESPONSE') return { accessToken: token, refreshToken, expiresAt, user, provenBy }
  context.cookies?.refresh.write(refreshToken, remember ? sessionLifetimeMs(remember) : undefined)
  return { accessToken: token, refreshToken: null, expiresAt, user, provenBy }
}

/** A cookie can only be set in an HTTP answer. */
export function checkDelivery({ cookies }: RequestContext, delivery: TokenDelivery): void {
  if (delivery === 'COOKIE' && !cookies) {
    throw badInput('tokenDelivery', 'COOKIE delivery works over HTTP only; use RESPONSE here.')
  }
}

/** Returns a session in the form of the contract (RFC 6749, section 5.1). */
export function toPayload(session: IssuedSession) {
  const provenBy = [...session.provenBy]
  const assurance = isTwoFactors(provenBy) ? ('TWO_FACTORS' as const) : ('ONE_FACTOR' as const)
  return { session: { ...session, provenBy, assurance, tokenType: 'bearer', expiresIn: accessToken.lifetimeSeconds } }
}
