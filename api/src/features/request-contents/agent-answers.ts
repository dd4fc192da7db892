import { z } from 'zod'
import type { ContentEncoding, ContentState, FrameDirection, FrameKind } from '../../generated/schema.ts'
import type { KeptContent } from './rules.ts'

/** Answers of agents are checked like anything that comes from outside: an agent's owner may run any program in place of ours. */

const textMax = 8_388_608
const sentenceMax = 10_000
const fieldsMax = 500
const framesMax = 1_000
/** A GraphQL Int. */
const intMax = 2_147_483_647

const bytes = z.int().min(0)
const ms = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const sentence = z.string().max(sentenceMax)
const text = z.string().max(textMax)
const sentenceOrNull = sentence.nullish().transform((given) => given ?? null)

const states = {
  open: 'OPEN',
  complete: 'COMPLETE',
  abandoned: 'ABANDONED',
  failed: 'FAILED',
} as const satisfies Record<string, ContentState>
const encodings = { utf8: 'UTF8', base64: 'BASE64' } as const satisfies Record<string, ContentEncoding>
const directions = { in: 'IN', out: 'OUT' } as const satisfies Record<string, FrameDirection>
const frameKinds = {
  text: 'TEXT',
  binary: 'BINARY',
  ping: 'PING',
  pong: 'PONG',
  close: 'CLOSE',
  event: 'EVENT',
} as const satisfies Record<string, FrameKind>

/** Converts one of the words that an agent uses to the contract's word for it. */
function oneOf<Words extends Record<string, string>>(words: Words) {
  return z.enum(Object.keys(words) as (keyof Words & string)[]).transform((word) => words[word])
}

const fields = z
  .array(z.tuple([sentence, z.string().max(1_048_576)]).transform(([name, value]) => ({ name, value })))
  .max(fieldsMax)

const body = z.object({
  size: bytes,
  isTruncated: z.boolean(),
  decodedFrom: sentenceOrNull,
  absence: sentenceOrNull,
  contentType: sentence,
  encoding: oneOf(encodings),
  content: text,
})

const frame = z.object({
  direction: oneOf(directions),
  atMs: ms,
  kind: oneOf(frameKinds),
  size: bytes,
  isTruncated: z.boolean(),
  encoding: oneOf(encodings),
  content: text,
})

const texts = z.array(sentence).max(fieldsMax)

/** A method, a token (RFC 9110, section 9.1). */
const method = z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,100}$/)
const target = z.string().max(65_536)
const status = z.int().min(0).max(999)

/** What an agent keeps of a request. */
export const requestDetail = z
  .object({
    method,
    target,
    status,
    state: oneOf(states),
    failure: sentenceOrNull,
    firstByteMs: ms,
    durationMs: ms,
    bytesIn: bytes,
    bytesOut: bytes,
    webhook: z
      .object({ provider: sentence, isValid: z.boolean(), why: sentence })
      .nullish()
      .transform((given) => given ?? null),
    requestFields: fields,
    requestBody: body,
    reason: sentence,
    responseFields: fields,
    responseBody: body,
    frames: z.array(frame).max(framesMax),
    framesDropped: z.int().min(0).max(intMax),
    redacted: texts,
  })
  .transform(({ method: ofRequest, firstByteMs, durationMs, bytesIn, bytesOut, ...content }) => ({
    content: content satisfies KeptContent,
    figures: { method: ofRequest, firstByteMs, durationMs, bytesIn, bytesOut },
  }))

/** What an agent did with a request that it sent again. */
export const replayAnswer = z.object({ request: requestDetail, omitted: texts })

/** The sets on the machine of an agent. */
export const setNames = z.object({ names: z.array(z.string().max(100)).max(1_000) })

/** How the requests of a set were answered. */
export const setResults = z.object({
  results: z
    .array(
      z
        .object({ id: z.string().max(100), method, target, differences: z.array(sentence).max(40) })
        .transform(({ id, ...result }) => ({ requestId: id, ...result })),
    )
    .max(200),
})
