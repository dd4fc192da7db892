import type { HeaderField, RequestHead } from '@culvert/wire'
import type { ParsedHead } from '../net/response-head.ts'

/** The content codings that the agent can apply, best first (RFC 7932, RFC 8878, RFC 1952). */
export const codings = ['br', 'zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The replacement for an answer that can be compressed. */
export interface Compressible {
  /** The fields for visitors that accept none of the codings: they tell caches that others get another body. */
  fields: readonly HeaderField[]
  /** The visitor's preferred coding; undefined if it accepts none. */
  coding: Coding | undefined
}

/** Below this many bytes, a compressed body saves no packet. */
const bytesMin = 1_024

/**
 * Returns how an answer is compressed, where `fields` are those that the visitor will be sent; undefined if it must stay unchanged: it has no body, is
 * already compressed, is part of a whole, is small, or is of a type that hardly shrinks.
 */
export function planCompression(
  request: RequestHead,
  { status, framing, contentLength, isEventStream }: Readonly<ParsedHead>,
  fields: readonly HeaderField[],
  offered: readonly Coding[],
): Compressible | undefined {
  if (framing === 'none' || framing === 'raw' || status === 206 || isEventStream) return undefined
  if (framing === 'length' && contentLength < bytesMin) return undefined
  if (request.fields.some(([name]) => name.toLowerCase() === 'range')) return undefined
  let isOfType = false
  for (const [name, value] of fields) {
    const lowercase = name.toLowerCase()
    if (lowercase === 'content-type') isOfType = compressibleTypes.test(value)
    else if (lowercase === 'cache-control' && noTransform.test(value)) return undefined
    else if (ofTheBytesSent.has(lowercase)) return undefined
  }
  if (!isOfType) return undefined
  return { fields: varyByEncoding(fields), coding: chooseCoding(request.fields, offered) }
}

/** Returns the fields of an answer whose body is compressed. The length is unknown, and the entity tag is that of an equivalent body (RFC 9110, section 8.8.1). */
export function describeCompressed({ fields }: Compressible, coding: Coding): readonly HeaderField[] {
  const kept = fields
    .filter(([name]) => !ofTheBodyBefore.has(name.toLowerCase()))
    .map((field): HeaderField => {
      const [name, value] = field
      return name.toLowerCase() === 'etag' && value.startsWith('"') ? [name, `W/${value}`] : field
    })
  return [...kept, ['Content-Encoding', coding]]
}

/** Returns a visitor's preferred coding; of those that it prefers equally, the best (RFC 9110, section 12.5.3). */
export function chooseCoding(fields: readonly HeaderField[], offered: readonly Coding[]): Coding | undefined {
  const weights = new Map<string, number>()
  for (const [name, value] of fields) {
    if (name.toLowerCase() !== 'accept-encoding') continue
    for (const element of value.toLowerCase().split(',')) {
      const [, coding, weight] = codingWithWeight.exec(element) ?? []
      if (coding !== undefined) weights.set(coding === 'x-gzip' ? 'gzip' : coding, Number(weight ?? 1))
    }
  }
  const others = weights.get('*') ?? 0
  // A visitor may prefer the body uncompressed.
  let bestWeight = weights.get('identity') ?? 0
  let best: Coding | undefined
  for (const coding of offered) {
    const weight = weights.get(coding) ?? others
    if (weight > bestWeight || (weight === bestWeight && weight > 0 && best === undefined)) {
      best = coding
      bestWeight = weight
    }
  }
  return best
}

const codingWithWeight = /^[ \t]*([!#$%&'*+\-.^_`|~0-9a-z]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/
const noTransform = /(?:^|[\s,])no-transform(?:[\s,]|$)/i
const compressibleTypes =
  /^\s*(?:text\/(?!event-stream)[^;\s]+|application\/(?:json|javascript|ecmascript|x-javascript|xml|wasm|x-ndjson|rtf|vnd\.ms-fontobject)|font\/(?:ttf|otf)|image\/(?:bmp|x-icon|vnd\.microsoft\.icon)|[^;\s]+\+(?:json|xml|text))\s*(?:;|$)/i

/** Fields that show that the body is encoded, is partial, or is protected byte by byte (RFC 9530). */
const ofTheBytesSent = new Set([
  'content-encoding',
  'content-range',
  'content-digest',
  'repr-digest',
  'digest',
  'content-md5',
])

/** Fields that are true only of the body as the app sent it. */
const ofTheBodyBefore = new Set(['content-length', 'accept-ranges'])

function varyByEncoding(fields: readonly HeaderField[]): readonly HeaderField[] {
  const isNamed = fields.some(
    ([name, value]) => name.toLowerCase() === 'vary' && /(?:^|[\s,])(?:\*|accept-encoding)(?:[\s,]|$)/i.test(value),
  )
  return isNamed ? fields : [...fields, ['Vary', 'Accept-Encoding']]
}
