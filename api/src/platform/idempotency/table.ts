export interface IdempotencyKeyTable {
  /** The kind of the credential's holder, and the holder's id. */
  actor: string
  mutation: string
  key: string
  /** SHA-256 of the input without the key. */
  inputHash: string
  /** The account that the input or the credential names; null if neither does. */
  accountId: string | null
  /** Null for API keys. */
  userId: string | null
  /** When the operation began. */
  createdAt: Date
  /** Null until the operation has returned, and if its answer was too large to be kept. */
  sealedAnswer: string | null
}

declare module '../db/tables.ts' {
  interface Tables {
    idempotencyKeys: IdempotencyKeyTable
  }
}
