import { passwordLengthMin, passwordTooShort } from '@culvert/schema/validation-messages'
import type { Selectable } from 'kysely'
import { parseEmail } from '../../ground/email-address.ts'
import { badInput } from '../../ground/errors.ts'
import type { userColumns, UserTable } from './table.ts'

/** A person who can sign in. */
export type User = Pick<Selectable<UserTable>, (typeof userColumns)[number]>

/** The signed-in person, from whom everything that belongs to them is reached. */
export interface Viewer {
  user: User
}

/** The identifier with which a person signs in, besides the password. */
export interface Identifier {
  /** Lowercase. */
  email: string | null
  /** E.164. */
  phone: string | null
}

/** Reports whether a user has proven their e-mail address. A user with only a phone number counts as proven. */
export function isProven({ email, emailVerifiedAt }: User): boolean {
  return email === null || emailVerifiedAt !== null
}

/** Returns the name of a user in one line. */
export function nameUser({ email, phone }: User): string {
  return email ?? phone ?? ''
}

/** Returns a user's given and family name as one string. */
export function nameFully({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`
}

/** Returns what colleagues call a user: their name or, if they have none, their address. */
export function nameShortly(user: User): string {
  return nameFully(user).trim() || nameUser(user)
}

/** Returns how the audit log names a user, as the object of what belongs to no account. */
export function describeUser(id: string, name: string | null = null) {
  return { accountId: null, objectType: 'user' as const, objectId: id, objectName: name }
}

/** Parses an e-mail address, a phone number, or both. */
export function parseIdentifier(input: { email?: string | null; phone?: string | null }): Identifier {
  const phone = parsePhone(input.phone)
  const email = input.email?.trim() || phone === null ? parseEmail(input.email ?? '') : null
  return { email, phone }
}

/** Parses a phone number, if there is one (ITU-T E.164: a plus sign and up to 15 digits). */
export function parsePhone(text: string | null | undefined): string | null {
  const phone = text?.replaceAll(/[\s().-]/g, '') || null
  if (phone === null || /^\+[1-9]\d{6,14}$/.test(phone)) return phone
  throw badInput('phone', 'Invalid phone format: write the number with its country code, for example +33612345678')
}

/** Longer than any existing language tag. */
const localeLengthMax = 35

/** Validates the language of dates and numbers (BCP 47). */
export function parseLocale(text: string | null): string | null {
  if (text === null) return null
  try {
    const [locale] = text.length > localeLengthMax ? [] : Intl.DateTimeFormat.supportedLocalesOf(text)
    if (locale !== undefined) return locale
  } catch {
    // It is not a tag at all.
  }
  throw badInput('locale', 'Give a language as a tag, such as en-GB or de.')
}

/** A longer password costs hashing time and adds no protection. */
const passwordLengthMax = 256

/** Validates a new password. */
export function checkPassword(field: string, password: string): void {
  if (password.length < passwordLengthMin) {
    throw badInput(field, passwordTooShort)
  }
  if (password.length > passwordLengthMax) {
    throw badInput(field, `Password must be at most ${passwordLengthMax} characters long`)
  }
}
