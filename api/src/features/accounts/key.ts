import { randomBytes } from 'node:crypto'
import { accountKeyLength } from '@culvert/schema/names'

/** RFC 4648, section 6, in lowercase: each character stands for five bits. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Makes a new account's key, 100 random bits. It is not secret, but nobody may choose it: a CNAME that already exists must never
 * turn out to be an account's own.
 */
export function makeAccountKey(): string {
  return Array.from(randomBytes(accountKeyLength), (byte) => alphabet[byte % alphabet.length]).join('')
}
