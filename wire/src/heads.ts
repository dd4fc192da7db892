import { HeadCache } from '@culvert/program/head-cache'
import type { CachedValue } from '@culvert/program/head-cache'
import { protocolError } from './errors.ts'
import type { HeaderSection } from './header-fields.ts'
import { checkTextBytes, checkToken, encodeFields, encodePart, FieldReader } from './header-fields.ts'
import { inspectionFeature, streamKinds } from './protocol.ts'
import type { HeaderField, RequestHead, ResponseHead, StreamKind } from './types.ts'

// The payloads of OPEN, HEAD and TRAILERS, as specified in PROTOCOL.md. Encoders and decoders apply the same rules and throw a `WireError`.
// Texts made for every exchange stay strings until they are written into the send buffer.

/** The parts of OPEN that recur, apart from the fields. */
type RequestLine = Pick<RequestHead, 'kind' | 'method' | 'target' | 'visitorAddress'> & CachedValue

const linePartCount = 4

/** The request heads that a session has received. A head is remembered in two pieces, because its request id stands between them and never repeats. */
export class KnownRequests {
  readonly lines = new HeadCache<RequestLine>(16)
  readonly sections = new HeadCache<HeaderSection>(16)
}

/** The features of a session that determine which parts OPEN has. */
interface OpenFeatures {
  /** Whether both sides have the feature `inspection`. */
  readonly isInspected: boolean
  /** Whether both sides have the feature `hop`. */
  readonly isHop: boolean
}

/** Encodes an OPEN payload as latin1 text. */
export function encodeOpen(head: RequestHead, { isInspected, isHop }: OpenFeatures): string {
  checkRequestLine(head, isInspected)
  const { kind, method, target, visitorAddress } = head
  let own = ''
  if (isInspected) own += `\n${checkRequestId(head.requestId)}`
  if (isHop) own += `\n${checkTunnel(head.tunnel)}`
  const text = `${kind}\n${method}\n${target}\n${visitorAddress}${own}${encodeFields(head.fields, head.isShared)}`
  checkTextBytes(text, 'a request head')
  return text
}

/** Decodes an OPEN payload; `known` has earlier request heads. */
export function decodeOpen(payload: Buffer, known: KnownRequests, { isInspected, isHop }: OpenFeatures): RequestHead {
  const text = payload.toString('latin1')
  const lineEnd = findEnd(text, linePartCount)
  const idEnd = isInspected ? findEnd(text, 1, lineEnd + 1) : lineEnd
  const tunnelEnd = isHop ? findEnd(text, 1, idEnd + 1) : idEnd
  const knownLine = known.lines.find(text, 0, lineEnd)
  const section = known.sections.find(text, tunnelEnd + 1)
  if (knownLine !== undefined && section !== undefined) {
    const requestId = text.slice(lineEnd + 1, idEnd)
    if (requestId !== '') checkRequestId(requestId)
    return toHead(knownLine, requestId, isHop ? checkTunnel(text.slice(idEnd + 1, tunnelEnd)) : undefined, section)
  }
  const parts = new FieldReader(text)
  const line = {
    kind: decodeKind(parts.read('a kind')),
    method: parts.read('a method'),
    target: parts.read('a target'),
    visitorAddress: parts.read("the visitor's address"),
    isShared: false,
  }
  checkRequestLine(line, isInspected)
  const requestId = isInspected ? parts.read('a request id') : ''
  checkRequestId(requestId)
  const tunnel = isHop ? checkTunnel(parts.read('an agent and a hostname')) : undefined
  const head = toHead(line, requestId, tunnel, parts.readSection(known.sections))
  known.lines.keep(line, text, 0, lineEnd)
  return head
}

/** A decoded head, which may recur. */
export type Shareable<Head> = Head & CachedValue

/** Encodes a HEAD payload as latin1 text. */
export function encodeHead(head: ResponseHead): string {
  checkStatus(head.status)
  const text = `${head.status}\n${encodePart(head.reason, 'a reason')}${encodeFields(head.fields, head.isShared)}`
  checkTextBytes(text, 'a response head')
  return text
}

/** Decodes a HEAD payload; `known` has earlier response heads. */
export function decodeHead(payload: Buffer, known: HeadCache<Shareable<ResponseHead>>): ResponseHead {
  const text = payload.toString('latin1')
  const repeated = known.find(text)
  if (repeated !== undefined) return repeated
  const parts = new FieldReader(text)
  const head = {
    status: decodeStatus(parts.read('a status')),
    reason: parts.read('a reason'),
    fields: parts.readFields(),
    isShared: false,
  }
  known.keep(head, text)
  return head
}

/** Encodes a TRAILERS payload as latin1 text; empty if there are none. */
export function encodeTrailers(fields: readonly HeaderField[]): string {
  const text = encodeFields(fields).slice(1)
  checkTextBytes(text, 'trailers')
  return text
}

/** Decodes a TRAILERS payload. */
export function decodeTrailers(payload: Buffer): readonly HeaderField[] {
  return new FieldReader(payload.toString('latin1')).readFields()
}

const targetPattern = /^(?:\/[\x21-\x7e\x80-\xff]*|\*)$/
const addressPattern = /^[\x21-\x7e]{1,64}$/
const requestIdPattern = /^[\x21-\x7e]{0,64}$/
const tunnelPattern = /^[\x21-\x7e]{1,64} [\x21-\x7e]{1,255}$/

/** Returns the end of the last of several parts that begin at `start`. */
function findEnd(text: string, partCount: number, start = 0): number {
  let end = start - 1
  for (let count = 0; count < partCount; count += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.length
  }
  return end
}

/** Copies the fields one by one: a copy of the object would cost more than the rest of decoding. */
function toHead(
  { kind, method, target, visitorAddress }: RequestLine,
  requestId: string,
  tunnel: string | undefined,
  { fields, isShared }: HeaderSection,
): RequestHead {
  return { kind, method, target, visitorAddress, requestId, tunnel, fields, isShared }
}

function decodeKind(word: string): StreamKind {
  const kind = streamKinds.find((known) => known === word)
  if (!kind) throw protocolError('expected the kind http, upgrade or agent in OPEN')
  return kind
}

function decodeStatus(word: string): number {
  const status = Number(word)
  // Other notations of a number, such as 2e2, are not allowed in heads.
  checkStatus(word === String(status) ? status : Number.NaN, word)
  return status
}

function checkStatus(status: number, word = String(status)): void {
  if (Number.isInteger(status) && status >= 100 && status <= 999) return
  throw protocolError(`expected a status from 100 to 999, got ${word.slice(0, 16)}`)
}

function checkRequestLine(
  { kind, method, target, visitorAddress }: Omit<RequestLine, 'isShared'>,
  isInspected: boolean,
): void {
  if (kind === 'agent' && !isInspected)
    throw protocolError(`expected the feature ${inspectionFeature} for the kind agent`)
  checkToken(method, 'a method')
  if (!targetPattern.test(target)) throw protocolError('expected a target in origin form or * in OPEN')
  if (!addressPattern.test(visitorAddress)) throw protocolError("expected the visitor's address in OPEN")
}

function checkRequestId(id: string): string {
  if (requestIdPattern.test(id)) return id
  throw protocolError('expected a request id of at most 64 visible characters in OPEN')
}

function checkTunnel(tunnel = ''): string {
  if (tunnelPattern.test(tunnel)) return tunnel
  throw protocolError("expected an agent's id and a hostname in OPEN")
}
