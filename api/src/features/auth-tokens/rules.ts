import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { authTokenColumns, AuthTokenTable } from './table.ts'

/** An AuthID without its secret. */
export type AuthToken = Pick<Selectable<AuthTokenTable>, (typeof authTokenColumns)[number]>

/** A new secret: `pk_` and 32 random bytes as 64 hex characters. */
export function makeSecret(): string {
  return `pk_${randomBytes(32).toString('hex')}`
}

/** Whether a text has the form of a secret; any other needs no look-up. */
export function isSecret(text: string): boolean {
  return /^pk_[0-9a-f]{64}$/.test(text)
}

/** The message for an AuthID that is not valid. */
export const invalidAuthToken =
  "This AuthID is not valid: it is mistyped, or it was deleted or replaced. Find or create yours on the dashboard's AuthID page."
