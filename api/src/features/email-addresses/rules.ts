import { dayMs } from '../../ground/clock.ts'
import { randomBytes } from 'node:crypto'
import { webPaths } from '@culvert/schema/web-paths'
import type { EmailVerificationState } from '../../generated/schema.ts'
import { type AppError, badInput, conflict, forbidden } from '../../ground/errors.ts'

/** A link and the user it was sent to, as they are now. */
export interface SentVerification {
  userId: string
  email: string
  expiresAt: Date
  voidedAt: Date | null
  fullName: string
  /** When the user proved the address that they have now; null when they have not. */
  emailVerifiedAt: Date | null
  /** The address that they have now. */
  currentEmail: string | null
  isChange: boolean
}

/** How long a link works. */
export const verificationLifetimeMs = 3 * dayMs

/** How many links a user gets in an hour, so that nobody can flood the mailbox of somebody whose address they typed. */
export const verificationsPerHourMax = 5

/** Makes the secret of a new link: 256 random bits, safe in a URL. */
export function makeVerificationToken(): string {
  return `ev_${randomBytes(32).toString('base64url')}`
}

/** Returns the page that a link opens. */
export function toVerificationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${webPaths.verifyEmail}?token=${token}`
}

/** Returns the outcome of following a link. */
export function findState(
  {
    email,
    voidedAt,
    expiresAt,
    emailVerifiedAt,
    currentEmail,
  }: Omit<SentVerification, 'userId' | 'fullName' | 'isChange'>,
  now: Date,
): EmailVerificationState {
  if (emailVerifiedAt !== null && currentEmail === email) return 'VERIFIED'
  if (voidedAt !== null) return 'EXPIRED'
  return expiresAt <= now ? 'EXPIRED' : 'OPEN'
}

/** Refuses a link that was never sent. */
export function unknownLink(): AppError {
  return badInput('token', 'Invalid verification link. Copy the whole link from the email and open it again.')
}

/** Refuses a link that has expired. */
export function expiredLink(): AppError {
  return badInput('token', 'This verification link has expired. Ask for a new one.')
}

/** Refuses a link that was sent to a user other than the one who is signed in. */
export function notYourLink({ email, isChange }: Pick<SentVerification, 'email' | 'isChange'>): AppError {
  const message = isChange
    ? `This link gives ${email} to a user other than you. Sign in as the user who asked for it, then open it again.`
    : `This link verifies ${email}. Sign in with that address, then open it again.`
  return forbidden(message, { field: 'token' })
}

/** Refuses another link for an address that is proven. */
export function alreadyVerified(): AppError {
  return conflict('Your email address is already verified.')
}

/** Refuses a link to a user who has only a phone number, or who lost their address to its owner. */
export function noAddress(): AppError {
  return conflict('You have no email address to which a link could go.')
}
