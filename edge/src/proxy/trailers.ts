import type { HeaderField } from '@culvert/wire'
import { fieldKind } from '../ingress/field-kinds.ts'
import { forbiddenInValue } from './response-head.ts'

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

/** The trailers that may travel on. */
export function keepTrailers(trailers: readonly HeaderField[]): HeaderField[] {
  return trailers.filter(
    ([name, value]) =>
      fieldKind(name) === 'end-to-end' && !misplaced.has(name.toLowerCase()) && !forbiddenInValue.test(value),
  )
}

/** Pairs up names and values that alternate. */
export function pairFields(alternating: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = []
  for (let index = 0; index + 1 < alternating.length; index += 2) {
    fields.push([alternating[index] ?? '', alternating[index + 1] ?? ''])
  }
  return fields
}
