import type { Generated } from 'kysely'

export interface UserTable {
  id: string
  /** Lowercase; unique. A user has an address, a phone number, or both. */
  email: string | null
  /** E.164; unique. */
  phone: string | null
  firstName: string
  lastName: string
  /** argon2id in PHC form. */
  passwordHash: string
  createdAt: Date
  /** When the operator shut the user out; null while they may sign in. */
  disabledAt: Generated<Date | null>
}

/** A sign-in on one device: the family of all refresh tokens that follow from it. */
export interface SessionTable {
  id: string
  userId: string
  /** Whether the browser keeps it when it closes, and how long it lives unused. */
  remember: boolean
  createdAt: Date
  /** When it was last refreshed, or started. */
  lastUsedAt: Date
  /** Where it was last refreshed from. */
  ipAddress: string | null
  userAgent: string | null
  /** Moves with each refresh. */
  expiresAt: Date
  endedAt: Date | null
}

export interface RefreshTokenTable {
  /** SHA-256 of the token in hex; the token itself is not kept. */
  tokenHash: string
  sessionId: string
  createdAt: Date
  /** When it was exchanged for the next one. */
  usedAt: Date | null
}

/** A way to a new password that was sent by mail. */
export interface PasswordResetTable {
  id: string
  userId: string
  /** SHA-256 of the link's refresh_token in hex. */
  tokenHash: string
  createdAt: Date
  expiresAt: Date
  /** When it was used, or made void by another way to a new password. */
  usedAt: Date | null
}
