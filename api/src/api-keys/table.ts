import type { ApiKeyScope } from '../generated/schema.ts'

export interface ApiKeyTable {
  id: string
  accountId: string
  /** The user who made it. */
  createdBy: string
  name: string
  /** The secret's first 8 characters. */
  prefix: string
  /** SHA-256 of the secret in hex; the secret itself is not kept. */
  keyHash: string
  scopes: ApiKeyScope[]
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}
