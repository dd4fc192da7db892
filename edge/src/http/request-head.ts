import { METHODS } from 'node:http'
import type { VisitorKind } from '@culvert/wire'
import type { HeaderSection, SectionFacts } from './header-section.ts'
import { badRequest, RequestRefused } from './refusal.ts'
import type { VisitorRequest } from '../visitor.ts'

/** The first line of a request. */
export interface RequestLine {
  method: string
  /** As received. */
  target: string
  /** For example `1.1`; HTTP/2 has only one digit. */
  httpVersion: string
}

/** A request head as parsed, unchecked. */
export interface RawRequestHead extends RequestLine {
  section: HeaderSection
  /** Whether the visitor leaves HTTP after this head; undefined if the fields decide. */
  kind?: VisitorKind
  /** Whether a body follows; undefined if the fields decide. */
  hasBody?: boolean
}

/** A HEAD or OPEN frame holds 64 KiB; this leaves room for the fields that the edge adds. */
export const headBytesMax = 60 * 1024
const fieldsMax = 256
const targetLengthMax = 16_384
/** The methods that Node knows; another would reach no app, and looks like an attack on a parser (RFC 9110, section 9.1). */
const methods: ReadonlySet<string> = new Set(METHODS)

/**
 * Checks a head. Parsers differ in what they accept, so anything that could be read in two ways (RFC 9112,
 * sections 3.2 and 6.3) is refused here, before any agent sees it. Throws RequestRefused.
 */
export function readRequestHead(head: RawRequestHead): VisitorRequest {
  const { method, httpVersion, section } = head
  if (httpVersion !== '1.1' && httpVersion !== '1.0' && httpVersion !== '2') {
    throw new RequestRefused('CULVERT_HTTP_VERSION', `HTTP/${httpVersion}`)
  }
  if (method === 'TRACE' || method === 'CONNECT') throw new RequestRefused('CULVERT_METHOD_NOT_ALLOWED', method)
  if (!methods.has(method)) throw new RequestRefused('CULVERT_NOT_IMPLEMENTED', `method ${method.slice(0, 100)}`)
  if (section.rawHeaders.length > 2 * fieldsMax) {
    throw new RequestRefused('CULVERT_HEAD_TOO_LARGE', `over ${fieldsMax} fields`)
  }

  const { facts } = section
  if (facts.isChunked && httpVersion !== '1.1') throw badRequest('ambiguous length')
  const isUpgrade = head.kind === undefined ? canUpgrade(head, facts) : head.kind === 'upgrade'
  const { host, hostname, accept, contentLength, isChunked, options, origin } = facts
  const fields = isUpgrade && facts.upgrade !== undefined ? facts.upgrade.fields : facts.fields
  return {
    id: undefined,
    kind: isUpgrade ? 'upgrade' : 'http',
    method,
    httpVersion,
    target: readTarget(method, head.target, host),
    hostname,
    host,
    fields,
    areFieldsShared: section.isShared && fields === facts.fields,
    hasBody: head.hasBody ?? (isChunked || (contentLength !== undefined && contentLength > 0)),
    contentLength,
    expectsContinue: facts.expectsContinue && httpVersion !== '1.0',
    isPersistent: !options.includes('close') && (httpVersion !== '1.0' || options.includes('keep-alive')),
    accept,
    origin,
  }
}

/**
 * Reports whether a request asks to leave HTTP (RFC 9110, section 7.8).
 */
function canUpgrade({ method, httpVersion }: RawRequestHead, facts: SectionFacts): boolean {
  const { upgrade, options, isChunked, contentLength } = facts
  if (upgrade === undefined || isChunked || contentLength !== undefined) return false
  return options.includes('upgrade') && method === 'GET' && httpVersion === '1.1'
}

/** Returns the target in origin form. Absolute form is accepted if it names the same host as `Host` (RFC 9112, section 3.2.2). */
function readTarget(method: string, target: string, host: string): string {
  if (target.length > targetLengthMax) throw new RequestRefused('CULVERT_URL_TOO_LONG', `${target.length} characters`)
  if (target.includes('#')) throw badRequest('a fragment in the target')
  if (target.startsWith('/')) return target
  if (target === '*' && method === 'OPTIONS') return target
  const absolute = /^https?:\/\/([^/?]*)(\/?.*)$/i.exec(target)
  if (absolute?.[1]?.toLowerCase() !== host.toLowerCase()) throw badRequest(`target ${target.slice(0, 100)}`)
  const path = absolute[2] ?? ''
  return path.startsWith('/') ? path : `/${path}`
}
