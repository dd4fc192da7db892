import type { Generated } from 'kysely'

/** A link that was mailed to an address, to prove that it is its user's. */
export interface EmailVerificationTable {
  id: string
  userId: string
  /** The address that it was sent to, in lowercase. */
  email: string
  /** SHA-256 of the token in hex; the token itself is not stored. */
  tokenHash: string
  createdAt: Date
  expiresAt: Date
  /** When the address went to another user. */
  voidedAt: Generated<Date | null>
  /** Whether opening it gives its user the address, in place of the one that they have. */
  isChange: Generated<boolean>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    emailVerifications: EmailVerificationTable
  }
}
