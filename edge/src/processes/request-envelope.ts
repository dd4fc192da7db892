import type { HeaderField, RequestHead } from '@culvert/wire'
import { fieldKind } from '../http/field-kinds.ts'
import type { Origin, VisitorRequest } from '../visitor.ts'

/** The parts of a request for which the wire has no place. `host` and `accept` are read from the fields again, because room in a head is scarce. */
type Judged = Omit<VisitorRequest, keyof RequestHead | 'areFieldsShared' | 'host' | 'accept'>

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
  return { kind, method, target, fields: [envelope, ...fields], visitorAddress: address }
}

/** Unpacks a request from another process of this edge. */
export function unpackRequest({ kind, method, target, fields: [envelope, ...fields] }: RequestHead): VisitorRequest {
  if (envelope?.[0] !== envelopeName) throw new Error(`expected ${envelopeName} first, found ${envelope?.[0]}`)
  // It was written by this same program.
  const judged = JSON.parse(envelope[1]) as Judged
  const accept = fields.filter(([name]) => fieldKind(name) === 'accept').map(([, value]) => value)
  return {
    ...judged,
    kind,
    method,
    target,
    fields,
    areFieldsShared: false,
    host: hostOf(fields),
    accept: accept.join(', '),
  }
}

/** `Host` is the first of a request's own fields. */
function hostOf([host]: HeaderField[]): string {
  return host?.[1] ?? ''
}
