import { createHash, randomBytes } from 'node:crypto'

/** Hashes a secret of 256 random bits for storage: so much entropy needs no slow hash. */
export function sha256Hex(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The form of a kind of secret: a prefix, and 32 random bytes as 64 hex characters. */
export function secretForm(prefix: string) {
  const form = new RegExp(`^${prefix}[0-9a-f]{64}$`)
  return {
    makeSecret: (): string => prefix + randomBytes(32).toString('hex'),
    /** Reports whether a text has this form; any other needs no look-up. */
    isSecret: (text: string): boolean => form.test(text),
  }
}
