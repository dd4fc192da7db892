import { dayMs } from '../../ground/clock.ts'
import { randomBytes } from 'node:crypto'
import { webPaths } from '@culvert/schema/web-paths'
import type { EmailVerificationState } from '../../generated/schema.ts'
import { AppError } from '../../ground/errors.ts'

/** A link and the user it was sent to, as they are now. */
export interface SentVerification {
  userId: string
  email: string
  expiresAt: Date
  voidedAt: Date | null
  fullName: string
  /** When the user proved the address that they have now; null when they have not. */
  emailVerifiedAt: Date | null
}

/** How long a link works. */
export const verificationLifetimeMs = 3 * dayMs

/** How many links a user gets in an hour, so that nobody can flood the mailbox of somebody whose address they typed. */
export const verificationsPerHourMax = 5

/** The secret of a new link: 256 random bits, safe in a URL. */
export function makeVerificationToken(): string {
  return `ev_${randomBytes(32).toString('base64url')}`
}

/** The page that a link opens. */
export function toVerificationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${webPaths.verifyEmail}?token=${token}`
}

/** The outcome of following a link. */
export function findState(
  { voidedAt, expiresAt, emailVerifiedAt }: Omit<SentVerification, 'userId' | 'email' | 'fullName'>,
  now: Date,
): EmailVerificationState {
  if (voidedAt !== null) return 'EXPIRED'
  if (emailVerifiedAt !== null) return 'VERIFIED'
  return expiresAt <= now ? 'EXPIRED' : 'OPEN'
}

/** Refuses a link that nobody was sent. */
export function unknownLink(): AppError {
  return new AppError('BAD_USER_INPUT', 'Invalid verification link. Open the link of the mail again, whole.', {
    field: 'token',
  })
}

/** Refuses a link whose time is over. */
export function expiredLink(): AppError {
  return new AppError('BAD_USER_INPUT', 'This verification link has expired. Ask for a new one.', { field: 'token' })
}

/** Refuses a link that was sent to another user than the one who is signed in. */
export function notYourLink(email: string): AppError {
  return new AppError('FORBIDDEN', `This link verifies ${email}. Sign in with that address, then open it again.`, {
    field: 'token',
  })
}

/** Refuses another link for an address that is proven. */
export function alreadyVerified(): AppError {
  return new AppError('CONFLICT', 'Your e-mail address is verified already.')
}

/** Refuses a link to somebody who has only a phone number, or who lost their address to its owner. */
export function noAddress(): AppError {
  return new AppError('CONFLICT', 'You have no e-mail address to which a link could go.')
}
