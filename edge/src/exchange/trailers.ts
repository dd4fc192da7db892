import type { HeaderField } from '@culvert/wire'
import { forbiddenInValue } from '@culvert/program/field-syntax'
import { fieldKind } from '../http/field-kinds.ts'

/**
 * Fields that change how a message is framed, routed, authenticated or read. A receiver that merges trailers into the
 * head would be fooled by them, so they must not be sent there (RFC 9110, section 6.5.1).
 */
const misplaced = new Set([
  'authorization',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-type',
  'cookie',
  'max-forwards',
  'set-cookie',
  'www-authenticate',
])

/** Returns the trailers that may be forwarded. */
export function keepTrailers(trailers: readonly HeaderField[]): HeaderField[] {
  return trailers.filter(
    ([name, value]) =>
      fieldKind(name) === 'end-to-end' && !misplaced.has(name.toLowerCase()) && !forbiddenInValue.test(value),
  )
}
