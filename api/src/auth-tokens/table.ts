export interface AuthTokenTable {
  id: string
  accountId: string
  userId: string
  /** SHA-256 of the secret in hex; the secret itself is not kept. */
  tokenHash: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  updatedAt: Date
  deletedAt: Date | null
}
