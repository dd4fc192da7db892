import type { Generated } from 'kysely'

export interface UserTable {
  id: string
  /** Lowercase; unique. A user has an address, a phone number, or both. */
  email: string | null
  /** E.164; unique. */
  phone: string | null
  firstName: string
  lastName: string
  /** argon2id in PHC form; null for a user who signs in only with a provider or a passkey. */
  passwordHash: string | null
  createdAt: Date
  /** When the user proved that the address is theirs; null until then. */
  emailVerifiedAt: Generated<Date | null>
  /** When the address, which the user never proved, went to its owner; null for everyone else. */
  emailLostAt: Generated<Date | null>
  /** When the operator disabled the user; null while they may sign in. */
  disabledAt: Generated<Date | null>
  /** The language of dates and numbers, as a BCP 47 tag; null: en-US. */
  locale: Generated<string | null>
  /** When the user deleted themselves: the row stays for what refers to it, without their data. */
  erasedAt: Generated<Date | null>
}

/** The columns that the API reads of a user: nothing of the password. */
export const userColumns = [
  'id',
  'email',
  'emailVerifiedAt',
  'phone',
  'firstName',
  'lastName',
  'locale',
] as const satisfies readonly (keyof UserTable)[]

declare module '../../platform/db/tables.ts' {
  interface Tables {
    users: UserTable
  }
}
