import type { RecordedRequestInput } from '@culvert/schema/client-types'
import { requestIdOf } from '../reporting.ts'
import type { HeaderField } from '@culvert/wire'
import type { RecordedVisitor } from './recorded-visitor.ts'

/** A recorded request in the form that the API takes. */
export type RequestRow = RecordedRequestInput

/** The most characters of texts that visitors and agents choose. */
export const textMax = { method: 32, path: 2_048, userAgent: 256, reason: 500 } as const

/** What a row takes in memory, and in a report, besides those texts; bytes. */
const rowBytes = 700

/** Makes the row of a finished request. */
export function makeRow(over: RecordedVisitor): RequestRow {
  const { request, tunnel, startedMs, askedMs, headMs, endedMs } = over
  const { method, target, hostname, httpVersion, fields, origin } = request
  return {
    id: requestIdOf(request),
    startedAt: new Date(Date.now() - performance.now() + startedMs).toISOString(),
    method,
    hostname,
    path: ownText(target, textMax.path),
    httpVersion,
    status: over.status,
    answeredBy: over.answeredBy,
    code: over.code ?? null,
    isComplete: over.isComplete,
    reason: over.reason === undefined ? null : cut(over.reason),
    durationMs: roundMs(endedMs - startedMs),
    waitingMs: askedMs === 0 ? null : roundMs(askedMs - startedMs),
    firstByteMs: headMs === 0 ? null : roundMs(headMs - startedMs),
    bytesIn: over.bytesIn,
    bytesOut: over.bytesOut,
    messagesIn: over.messagesIn?.messages ?? null,
    messagesOut: over.messagesOut?.messages ?? null,
    visitorAddress: origin.address,
    userAgent: findUserAgent(fields),
    accountId: tunnel?.account.id ?? null,
    agentId: askedMs === 0 ? null : (tunnel?.agentId ?? null),
    gatewayId: tunnel?.gatewayId ?? null,
  }
}

/** Returns roughly what a row takes, in bytes. Texts count twice, because a report may escape them. */
export function measureRow({ path, userAgent, reason, hostname }: RequestRow): number {
  return rowBytes + 2 * (path.length + (userAgent?.length ?? 0) + (reason?.length ?? 0) + hostname.length)
}

/** Returns the start of a text in separate memory: a slice of a head would keep all of the head. */
export function ownText(text: string, lengthMax: number): string {
  const length = scratch.write(text.length > lengthMax ? text.slice(0, lengthMax) : text, 'latin1')
  return scratch.toString('latin1', 0, length)
}

/** Truncates the agent's text, which may contain anything. */
function cut(reason: string): string {
  return reason.length > textMax.reason ? Buffer.from(reason.slice(0, textMax.reason)).toString() : reason
}

export function findUserAgent(fields: readonly HeaderField[]): string | null {
  const found = fields.find(([name]) => name.length === 10 && name.toLowerCase() === 'user-agent')
  return found === undefined ? null : ownText(found[1], textMax.userAgent)
}

/** Rounds to microseconds: more would be noise. */
function roundMs(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}

const scratch = Buffer.alloc(Math.max(...Object.values(textMax)))
