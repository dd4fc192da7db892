import { randomBytes } from 'node:crypto'

/** An AuthID without its secret. */
export interface AuthToken {
  id: string
  accountId: string
  userId: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** A new secret: `pk_` and 32 random bytes as 64 hex characters. */
export function makeSecret(): string {
  return `pk_${randomBytes(32).toString('hex')}`
}

/** Whether a text has the form of a secret; anything else is not worth a look into the database. */
export function isSecret(text: string): boolean {
  return /^pk_[0-9a-f]{64}$/.test(text)
}

/** What whoever shows an AuthID hears that does not count. */
export const invalidAuthToken =
  "This AuthID is not valid: it is mistyped, or it was deleted or replaced. Find or create yours on the dashboard's AuthID page."
