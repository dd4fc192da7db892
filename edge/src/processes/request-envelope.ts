import type { HeaderField, RequestHead } from '@culvert/wire'
import { fieldKind } from '../http/field-kinds.ts'
import { requestIdOf } from '../reporting.ts'
import { goneReason } from '../visitor.ts'
import type { Cause, Origin, VisitorRequest } from '../visitor.ts'

/** The parts of a request for which the wire has no place. `host` and `accept` are read from the fields again, because room in a head is scarce. */
type Judged = Omit<VisitorRequest, keyof RequestHead | 'areFieldsShared' | 'host' | 'accept' | 'id'>

/** The name of the field that carries them, always the first; no visitor's field can have that place. */
const envelopeName = 'Culvert-Request'

/** Packs a request for another process of this edge, which must not check it a second time. */
export function packRequest(request: VisitorRequest): RequestHead {
  const { kind, method, target, fields, origin } = request
  const { httpVersion, hostname, hasBody, contentLength, expectsContinue, isPersistent } = request
  // A peer has more properties than the origin of its requests.
  const { address, scheme, host, port } = origin
  const plainOrigin: Origin = { address, scheme, host, port }
  const judged: Judged = {
    httpVersion,
    hostname,
    hasBody,
    contentLength,
    expectsContinue,
    isPersistent,
    origin: plainOrigin,
  }
  const envelope: HeaderField = [envelopeName, JSON.stringify(judged)]
  return {
    kind,
    method,
    target,
    fields: [envelope, ...fields],
    visitorAddress: address,
    requestId: requestIdOf(request),
  }
}

/** Unpacks a request from another process of this edge. */
export function unpackRequest(head: RequestHead): VisitorRequest {
  const {
    kind,
    method,
    target,
    requestId,
    fields: [envelope, ...fields],
  } = head
  if (envelope?.[0] !== envelopeName) throw new Error(`expected ${envelopeName} first, found ${envelope?.[0]}`)
  if (kind === 'agent') throw new Error('expected a request of a visitor, found a call of an agent')
  // It was written by this same program.
  const judged = JSON.parse(envelope[1]) as Judged
  const accept = fields.filter(([name]) => fieldKind(name) === 'accept').map(([, value]) => value)
  return {
    ...judged,
    id: requestId,
    kind,
    method,
    target,
    fields,
    areFieldsShared: false,
    host: hostOf(fields),
    accept: accept.join(', '),
  }
}

/** Packs why a visitor's connection gave a request up, as the message of a reset. */
export function packCause(cause: Cause | undefined): string {
  if (cause === undefined) return goneReason
  const packed: Cause = { code: cause.code, detail: cause.detail?.slice(0, 200) }
  return JSON.stringify(packed)
}

/** Undefined when the visitor left by itself. */
export function unpackCause(message: string): Cause | undefined {
  return message.startsWith('{') ? (JSON.parse(message) as Cause) : undefined
}

/** `Host` is the first of a request's own fields. */
function hostOf([host]: HeaderField[]): string {
  return host?.[1] ?? ''
}
