import type { TokenKind } from '../auth/keyring.ts'
import { addMs } from '../clock.ts'
import { parseEmail } from '../email-address.ts'
import { AppError, badInput } from '../errors.ts'
import type { SignUpInput, TokenDelivery } from '../generated/schema.ts'

/** A person who can sign in. */
export interface User {
  id: string
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
}

/** The signed-in person, from whom everything that belongs to them is reached. */
export interface Viewer {
  user: User
}

/** What a person signs in with beside the password. */
export interface Identifier {
  /** Lowercase. */
  email: string | null
  /** E.164. */
  phone: string | null
}

/** A sign-up that passed validation. */
export interface NewUser extends Identifier {
  firstName: string
  lastName: string
  password: string
}

/** The access token; `sub` is the user's id, `sid` the session's. */
export const accessToken: TokenKind = { typ: 'access+jwt', audience: 'culvert:api', lifetimeSeconds: 15 * 60 }

/** The access_token of a reset link; `sub` is the user's id, `rid` the reset's. It opens nothing else. */
export const resetToken: TokenKind = { typ: 'reset+jwt', audience: 'culvert:reset', lifetimeSeconds: 60 * 60 }

/** How many reset links a user gets in an hour: nobody can flood their mailbox. */
export const resetsPerHourMax = 5

/** One device on which a user is signed in. */
export interface AuthSession {
  id: string
  userId: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
}

const dayMs = 24 * 60 * 60 * 1_000

/** How long a session lives unused, in milliseconds: 30 days when it is to be remembered, else one. */
export function sessionLifetimeMs(remember: boolean): number {
  return remember ? 30 * dayMs : dayMs
}

/** Whether a session outlives the browser. Outside a browser nothing closes, so a token in the response always does. */
export function isRemembered(delivery: TokenDelivery, rememberMe: boolean): boolean {
  return rememberMe || delivery === 'RESPONSE'
}

/** Two tabs may show the same refresh token at once; past this time, showing it again means that it was stolen. */
export const refreshGraceMs = 10_000

const passwordLengthMin = 6
/** Longer input costs hashing time and protects nobody. */
const passwordLengthMax = 256
const nameLengthMax = 100

/** Validates a sign-up in the order of the form's fields. */
export function parseSignUp(input: SignUpInput): NewUser {
  const firstName = parseName('firstName', 'First name', input.firstName)
  const lastName = parseName('lastName', 'Last name', input.lastName)
  const identifier = parseIdentifier(input)
  checkPassword('password', input.password)
  if (!input.acceptTerms) {
    throw badInput('acceptTerms', 'You must agree to the Terms of Service and Privacy Policy')
  }
  return { firstName, lastName, ...identifier, password: input.password }
}

/** How a user is named where there is one line for it. */
export function nameUser({ email, phone }: User): string {
  return email ?? phone ?? ''
}

/** Validates a new password. */
export function checkPassword(field: string, password: string): void {
  if (password.length < passwordLengthMin) {
    throw badInput(field, `Password must be at least ${passwordLengthMin} characters long`)
  }
  if (password.length > passwordLengthMax) {
    throw badInput(field, `Password must be at most ${passwordLengthMax} characters long`)
  }
}

/** An e-mail address, a phone number, or both. */
export function parseIdentifier(input: { email?: string | null; phone?: string | null }): Identifier {
  const phone = input.phone?.replaceAll(/[\s().-]/g, '') || null
  const email = input.email?.trim() || phone === null ? parseEmail(input.email ?? '') : null
  // ITU-T E.164: a plus sign and up to 15 digits.
  if (phone !== null && !/^\+[1-9]\d{6,14}$/.test(phone)) {
    throw badInput('phone', 'Invalid phone format: write the number with its country code, for example +33612345678')
  }
  return { email, phone }
}

/** What showing a refresh token leads to. */
export type RefreshDecision = 'rotate' | 'revoke' | 'refuse'

/** Decides on a refresh token that the database knows. */
export function decideRefresh(
  shown: { usedAt: Date | null; sessionExpiresAt: Date; sessionEndedAt: Date | null },
  now: Date,
): RefreshDecision {
  if (shown.sessionEndedAt !== null || shown.sessionExpiresAt <= now) return 'refuse'
  if (shown.usedAt === null || now <= addMs(shown.usedAt, refreshGraceMs)) return 'rotate'
  return 'revoke'
}

/** The one answer for an unknown address and a wrong password. */
export function wrongCredentials(): AppError {
  return new AppError('UNAUTHENTICATED', 'The address or the password is not right. Check both and try again.')
}

/** Refuses a user whom the operator shut out. Only who knows the password hears it. */
export function userDisabled(): AppError {
  return new AppError(
    'FORBIDDEN',
    'The operator has disabled this user. Write to them if you think that it is a mistake.',
  )
}

/** The one answer for every reset link that is mistyped, used, expired or made void. */
export function invalidResetLink(): AppError {
  return new AppError('BAD_USER_INPUT', 'Invalid reset link. Please request a new password reset.')
}

/** The one answer for every refresh token that buys nothing. */
export function sessionOver(): AppError {
  return new AppError('UNAUTHENTICATED', 'Your session has ended. Sign in again.')
}

function parseName(field: string, label: string, value: string): string {
  const name = value.trim()
  if (name === '') throw badInput(field, `${label} is required`)
  if (name.length > nameLengthMax) throw badInput(field, `${label} must be at most ${nameLengthMax} characters long`)
  return name
}
