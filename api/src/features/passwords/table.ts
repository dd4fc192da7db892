import type { Generated } from 'kysely'

/** A reset link that was sent by mail. */
export interface PasswordResetTable {
  id: string
  userId: string
  /** SHA-256 of the link's refresh_token in hex. */
  tokenHash: string
  createdAt: Date
  expiresAt: Date
  /** When it was used, or made void by another new password. */
  usedAt: Date | null
  /** The address it was used from; null when it was not. */
  usedFrom: Generated<string | null>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    passwordResets: PasswordResetTable
  }
}
