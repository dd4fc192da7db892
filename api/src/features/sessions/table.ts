import type { ProofKind } from '../../generated/schema.ts'

/** A sign-in on one device, with the family of its refresh tokens. */
export interface SessionTable {
  id: string
  userId: string
  /** Whether the browser keeps it when it closes, and how long it lives unused. */
  remember: boolean
  /** How the user proved who they are, each way once. */
  provenBy: ProofKind[]
  /** The provider by which they signed in; null if they signed in by other means. */
  providerId: string | null
  /** When they proved it last. */
  provenAt: Date
  createdAt: Date
  /** When it was last refreshed, or started. */
  lastUsedAt: Date
  /** The address that it was last refreshed from. */
  ipAddress: string | null
  userAgent: string | null
  /** Extended by each refresh. */
  expiresAt: Date
  endedAt: Date | null
}

export interface RefreshTokenTable {
  /** SHA-256 of the token in hex; the token itself is not stored. */
  tokenHash: string
  sessionId: string
  createdAt: Date
  /** When it was exchanged for the next one. */
  usedAt: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    refreshTokens: RefreshTokenTable
    sessions: SessionTable
  }
}
