import { z } from 'zod'
import type { App } from '../../platform/app.ts'
import type { VisitorRequest } from '../requests/rules.ts'
import type { ShareKey } from './repository.ts'
import { checkCopySize, type KeptContent } from './rules.ts'

/** The copy of a request that was shared: it outlives the row and the agent. */
export interface Copy {
  request: VisitorRequest
  content: KeptContent
}

const encoding = z.enum(['UTF8', 'BASE64'])
const fields = z.array(z.object({ name: z.string(), value: z.string() }))
const body = z.object({
  size: z.number(),
  isTruncated: z.boolean(),
  decodedFrom: z.string().nullable(),
  absence: z.string().nullable(),
  contentType: z.string(),
  encoding,
  content: z.string(),
})

/** A copy as JSON. Fields that later versions add have a default here, so that older copies still open. */
const copy: z.ZodType<Copy> = z.object({
  request: z.object({
    id: z.string(),
    startedAt: z.coerce.date<string>(),
    method: z.string(),
    hostname: z.string(),
    path: z.string(),
    httpVersion: z.string(),
    status: z.number(),
    answeredBy: z.enum(['APP', 'EDGE', 'NOBODY']),
    code: z.string().nullable(),
    isComplete: z.boolean(),
    reason: z.string().nullable(),
    durationMs: z.number(),
    waitingMs: z.number().nullable(),
    firstByteMs: z.number().nullable(),
    bytesIn: z.number(),
    bytesOut: z.number(),
    messagesIn: z.number().nullable(),
    messagesOut: z.number().nullable(),
    visitorAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    agentId: z.string().nullable(),
    gatewayId: z.string().nullable(),
    replayOf: z.string().nullable(),
    replayedBy: z.string().nullable(),
  }),
  content: z.object({
    target: z.string(),
    state: z.enum(['OPEN', 'COMPLETE', 'ABANDONED', 'FAILED']),
    failure: z.string().nullable(),
    requestFields: fields,
    requestBody: body,
    status: z.number(),
    reason: z.string(),
    responseFields: fields,
    responseBody: body,
    frames: z.array(
      z.object({
        direction: z.enum(['IN', 'OUT']),
        atMs: z.number(),
        kind: z.enum(['TEXT', 'BINARY', 'PING', 'PONG', 'CLOSE', 'EVENT']),
        size: z.number(),
        isTruncated: z.boolean(),
        encoding,
        content: z.string(),
      }),
    ),
    framesDropped: z.number(),
    redacted: z.array(z.string()),
    webhook: z.object({ provider: z.string(), isValid: z.boolean(), why: z.string() }).nullable(),
  }),
})

/** A sealed copy opens only as that of its own request. */
const purposeOf = ({ accountId, requestId }: ShareKey): string => `request share ${accountId} ${requestId}`

/** Seals a copy for the database. Throws CONFLICT if it is too large. */
export async function sealCopy({ openSealing }: Pick<App, 'openSealing'>, key: ShareKey, made: Copy): Promise<string> {
  const json = JSON.stringify(made)
  checkCopySize(Buffer.byteLength(json))
  return (await openSealing()).seal(json, purposeOf(key))
}

/** Opens a copy; undefined if it cannot be opened, because the secret that sealed it is gone. */
export async function openCopy(
  { openSealing, log }: Pick<App, 'openSealing' | 'log'>,
  key: ShareKey,
  sealed: string,
): Promise<Copy | undefined> {
  const sealing = await openSealing()
  try {
    return copy.parse(JSON.parse(sealing.open(sealed, purposeOf(key))))
  } catch (error) {
    log.warn({ err: error, ...key }, 'A shared copy of a request cannot be opened.')
    return undefined
  }
}
