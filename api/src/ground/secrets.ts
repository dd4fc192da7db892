import { createHash } from 'node:crypto'

/** Hashes a secret of 256 random bits for storage: so much entropy needs no slow hash. */
export function sha256Hex(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
