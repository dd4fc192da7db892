import { randomUUID } from 'node:crypto'
import { readHostname } from '../hostname.ts'
import { errorTexts } from '../pages/errors.ts'
import { type RequestRow, findUserAgent, ownText, textMax } from '../requests/row.ts'
import { pairFields } from '../visitor.ts'
import type { Refusal } from './refusal.ts'

/** Makes the row of a request that was refused for its head; undefined if the head names no hostname, or two. Gives the refusal the row's id. */
export function makeRefusedRow(refusal: Refusal): RequestRow | undefined {
  const { code, detail, address, head } = refusal
  if (head === undefined) return undefined
  const fields = pairFields(head.section.rawHeaders)
  const [host, second] = fields.filter(([name]) => name.toLowerCase() === 'host')
  const hostname = host === undefined || second !== undefined ? undefined : readHostname(host[1])
  if (hostname === undefined) return undefined
  refusal.requestId ??= randomUUID()
  return {
    id: refusal.requestId,
    startedAt: new Date().toISOString(),
    method: ownText(head.method, textMax.method),
    hostname,
    path: ownText(head.target, textMax.path),
    httpVersion: head.httpVersion,
    status: errorTexts[code].status,
    answeredBy: 'EDGE',
    code,
    isComplete: true,
    reason: ownText(detail, textMax.reason),
    durationMs: 0,
    waitingMs: null,
    firstByteMs: 0,
    bytesIn: 0,
    bytesOut: 0,
    messagesIn: null,
    messagesOut: null,
    visitorAddress: address,
    userAgent: findUserAgent(fields),
    accountId: null,
    agentId: null,
    gatewayId: null,
  }
}
