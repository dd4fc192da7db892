import { createHash } from 'node:crypto'

/** How secrets of 256 random bits are kept at rest: so much entropy needs no slow hash. */
export function sha256Hex(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
