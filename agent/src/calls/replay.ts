import { isUtf8 } from 'node:buffer'
import type { HeaderField, RequestHead, ResetCode, ResponseHead } from '@culvert/wire'
import { token } from '@culvert/program/field-syntax'
import type { ReplayRequest } from '../inspection/api-types.ts'
import { charsetOf, encodeText } from '../inspection/charset.ts'
import { findField } from '../inspection/keep-body.ts'
import type { KeptRequest } from '../inspection/kept-request.ts'
import type { Recorder } from '../inspection/recorder.ts'
import { redacted } from '../inspection/secret-names.ts'
import { framingFields } from '../net/framing-fields.ts'
import type { ExchangeStream } from '../origin/exchange.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'
import { CallFault } from './call-fault.ts'

/** Fields that the agent sets itself. */
const ownFields: ReadonlySet<string> = new Set([...framingFields, 'host'])

/** Returns the request to send for a kept one, and what it lacks compared with the original. Throws CallFault. */
export function toReplay(kept: KeptRequest): { request: ReplayRequest; omitted: string[] } {
  const { summary, requestFields, requestBody } = kept
  if (summary.kind === 'websocket')
    throw new CallFault(400, 'A WebSocket cannot be sent again: its messages depend on the answers.')
  if (requestBody.isTruncated || requestBody.absence !== undefined) {
    throw new CallFault(
      400,
      `The body of ${summary.id} was not kept whole${requestBody.absence === undefined ? '' : ` (${requestBody.absence})`}. Edit the request, and give it a body.`,
    )
  }
  const omitted = requestFields.filter(([, value]) => value.includes(redacted)).map(([name]) => `header ${name}`)
  const fields = requestFields.filter(
    ([name, value]) =>
      !value.includes(redacted) &&
      !(requestBody.decodedFrom !== undefined && name.toLowerCase() === 'content-encoding'),
  )
  const { path, parameters } = splitTarget(summary.target)
  const known = parameters.filter((pair) => !pair.includes(redacted))
  omitted.push(
    ...parameters.filter((pair) => pair.includes(redacted)).map((pair) => `query ${pair.split('=')[0] ?? ''}`),
  )
  if (requestBody.bytes.includes(encodeText(redacted, requestBody.charset) ?? redacted))
    omitted.push('values of the body, which has [redacted] in their place')
  const target = known.length === 0 ? path : `${path}?${known.join('&')}`
  const isUtf8Text = requestBody.isText && requestBody.charset === 'utf-8' && isUtf8(requestBody.bytes)
  const body = isUtf8Text
    ? { encoding: 'utf8' as const, content: requestBody.bytes.toString('utf8') }
    : { encoding: 'base64' as const, content: requestBody.bytes.toString('base64') }
  return { request: { method: summary.method, target, fields, body }, omitted }
}

/** Splits a target at its first question mark; further ones belong to the query (RFC 3986, section 3.4). */
function splitTarget(target: string): { path: string; parameters: string[] } {
  const question = target.indexOf('?')
  if (question === -1) return { path: target, parameters: [] }
  return { path: target.slice(0, question), parameters: target.slice(question + 1).split('&') }
}

/** The request that is replayed. */
export interface Original {
  id: string
  /** The id under which it was requested, which the app is sent. */
  shownId: string
  host: string
  visitorAddress: string
}

/** Sends a request to the app of a tunnel, by the same rules as a visitor's. Resolves with its record. Throws CallFault. */
export async function replay(
  tunnel: Tunnel,
  recorder: Recorder,
  { method, target, fields, body }: ReplayRequest,
  original: Original,
  { requestId = '', signal }: { requestId?: string; signal?: AbortSignal | undefined } = {},
): Promise<KeptRequest> {
  if (!recorder.isOn) throw new CallFault(400, 'The agent keeps no requests (--no-inspect).')
  if (!token.test(method)) throw new CallFault(400, `Expected a method such as POST, got ${JSON.stringify(method)}.`)
  if (!/^\/[\x21-\x7e]*$/.test(target))
    throw new CallFault(400, 'Expected a path and query of visible ASCII characters that begins with /.')
  const bytes = toBytes(body, fields)
  const head: RequestHead = {
    kind: 'http',
    method,
    target,
    fields: [
      ['Host', original.host],
      ...fields.filter(([name]) => !ownFields.has(name.toLowerCase())),
      ['Culvert-Replay', original.shownId],
      ...(bytes.length === 0 ? [] : ([['Content-Length', String(bytes.length)]] as HeaderField[])),
    ],
    visitorAddress: original.visitorAddress,
    requestId,
  }
  signal?.throwIfAborted()
  const kept = recorder.expectReplay(head, original.id)
  const handler = tunnel.app.openForOwner(new DiscardingStream(), head)
  if (bytes.length > 0) handler.onData(bytes)
  handler.onEnd([])
  const giveUp = () => handler.onReset('CANCELLED', 'Nobody waits for the answer any more.')
  signal?.addEventListener('abort', giveUp)
  const record = await kept.finally(() => signal?.removeEventListener('abort', giveUp))
  if (record === undefined)
    throw new CallFault(400, 'There was no room to keep the answer: too many requests are open.')
  return record
}

/** Encodes a body as its Content-Type says. Throws CallFault. */
function toBytes({ encoding, content }: ReplayRequest['body'], fields: readonly HeaderField[]): Buffer {
  const charset = charsetOf(findField(fields, 'content-type') ?? '')
  if (encoding === 'base64' || charset === undefined) return Buffer.from(content, encoding)
  const bytes = encodeText(content, charset)
  if (bytes !== undefined) return bytes
  throw new CallFault(400, `The body cannot be sent in ${charset}, which its Content-Type names. Edit one of the two.`)
}

/** A visitor that accepts everything and ignores it: the record has it. */
class DiscardingStream implements ExchangeStream {
  sendHead(_head: ResponseHead, _end?: boolean): void {}

  write(_chunk: Buffer): boolean {
    return true
  }

  end(): void {}

  reset(_code: ResetCode, _message: string): void {}

  consumed(_bytes: number): void {}
}
