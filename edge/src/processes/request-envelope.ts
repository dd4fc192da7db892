import type { HeaderField, RequestHead } from '@culvert/wire'
import { fieldKind } from '../http/field-kinds.ts'
import type { Origin, VisitorRequest } from '../visitor.ts'

/** What the wire has no place for. `host` and `accept` are read from the fields again: heads are short of room. */
type Judged = Omit<VisitorRequest, keyof RequestHead | 'areFieldsShared' | 'host' | 'accept'>

/** The name of the field that carries it, always the first; no visitor's field is ever there. */
const envelopeName = 'Culvert-Request'

/** A request for another process of this edge, which must not judge it a second time. */
export function packRequest(request: VisitorRequest): RequestHead {
  const { kind, method, target, fields, origin } = request
  const { httpVersion, hostname, hasBody, contentLength, expectsContinue, isPersistent } = request
  // A peer knows more than the origin of its requests.
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

/** The request that another process of this edge has packed. */
export function unpackRequest({ kind, method, target, fields: [envelope, ...fields] }: RequestHead): VisitorRequest {
  if (envelope?.[0] !== envelopeName) throw new Error(`expected ${envelopeName} first, found ${envelope?.[0]}`)
  // This very program has written it.
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
