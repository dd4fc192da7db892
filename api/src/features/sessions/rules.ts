import type { Selectable } from 'kysely'
import type { TokenDelivery } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { AppError, forbidden } from '../../ground/errors.ts'
import type { TokenKind } from '../../platform/keys/keyring.ts'
import type { SessionTable } from './table.ts'

/** The access token; `sub` is the user's id, `sid` the session's. */
export const accessToken: TokenKind = {
  typ: 'access+jwt',
  audience: 'culvert:api',
  lifetimeSeconds: 15 * 60,
  isCached: true,
}

/** One device on which a user is signed in. */
export type AuthSession = Selectable<SessionTable>

/** Returns how long a session lives unused, in milliseconds: 30 days if the user asked to be remembered, else one. */
export function sessionLifetimeMs(remember: boolean): number {
  return remember ? 30 * dayMs : dayMs
}

/** How long a network counts as the user's after they last used a session there, whether or not that session lives as long. */
export const networkKnownMs = 30 * dayMs

/** How long a session lives from the sign-in, however much it is used (ASVS 5.0, 7.3.2): then the user must prove again who they are. */
const sessionLifetimeMaxMs = 90 * dayMs

/** Returns when a session ends that began at one instant and is used at another. */
export function findEnd(createdAt: Date, remember: boolean, now: Date): Date {
  const unused = addMs(now, sessionLifetimeMs(remember))
  const latest = addMs(createdAt, sessionLifetimeMaxMs)
  return unused < latest ? unused : latest
}

/** Reports whether a session outlives the browser. Outside a browser nothing closes, so a token in the response always does. */
export function isRemembered(delivery: TokenDelivery, rememberMe: boolean): boolean {
  return rememberMe || delivery === 'RESPONSE'
}

/** Two tabs may present the same refresh token at once; after this time, presenting it again means that it was stolen. */
export const refreshGraceMs = 10_000

/** The outcome of presenting a refresh token: the session goes on, ends because the token is stolen or because single sign-on requires it, or is over. */
export type RefreshDecision = 'rotate' | 'revoke' | 'end' | 'refuse'

/** Decides on a refresh token that the database knows. */
export function decideRefresh(
  shown: { usedAt: Date | null; sessionExpiresAt: Date; sessionEndedAt: Date | null },
  now: Date,
): RefreshDecision {
  if (shown.sessionEndedAt !== null || shown.sessionExpiresAt <= now) return 'refuse'
  // A use in the future was noted while the clock was ahead: how long ago it was is not known.
  const usedMsAgo = shown.usedAt === null ? 0 : now.getTime() - shown.usedAt.getTime()
  if (Math.abs(usedMsAgo) <= refreshGraceMs) return 'rotate'
  return 'revoke'
}

/** Returns the same error for an unknown address and a wrong password. */
export function wrongCredentials(): AppError {
  return new AppError('UNAUTHENTICATED', 'The address or the password is not right. Check both and try again.')
}

/** Refuses a user whom the operator disabled. Shown only to somebody who gave the right password. */
export function userDisabled(): AppError {
  return forbidden('The operator has disabled this user. Write to them if you think that it is a mistake.')
}
