import { isIPv6 } from 'node:net'
import type { HeaderField, StreamKind } from '@culvert/wire'
import type { ErrorCode } from '../pages/errors.ts'
import { fieldKind } from './field-kinds.ts'
import type { VisitorRequest } from './visitor.ts'

/** A request head as a parser found it, before anybody judged it. */
export interface RawRequestHead {
  method: string
  /** The request target as it came. */
  target: string
  httpVersion: string
  /** Names and values alternating, in the order and case in which they came. */
  rawHeaders: readonly string[]
  /** The connection's other end. */
  address: string
  /** Whether the visitor leaves HTTP after this head. */
  kind: StreamKind
}

/** The request is not served; `code` names the page, the message is for the log. */
export class RequestRefused extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.name = 'RequestRefused'
    this.code = code
  }
}

const fieldsMax = 256
const targetLengthMax = 16_384
const noFields: ReadonlySet<string> = new Set()

/**
 * Judges a head and takes it apart. Parsers differ in what they let pass; whatever could be read in two ways (RFC 9112,
 * sections 3.2 and 6.3) is refused here, before any agent sees it. Throws RequestRefused.
 */
export function readRequestHead(head: RawRequestHead): VisitorRequest {
  const { method, httpVersion, rawHeaders, kind } = head
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new RequestRefused('CULVERT_HTTP_VERSION', `HTTP/${httpVersion}`)
  }
  if (method === 'TRACE' || method === 'CONNECT') throw new RequestRefused('CULVERT_METHOD_NOT_ALLOWED', method)
  if (rawHeaders.length > 2 * fieldsMax) throw new RequestRefused('CULVERT_HEAD_TOO_LARGE', `over ${fieldsMax} fields`)

  const named = namedByConnection(rawHeaders)
  let host: string | undefined
  let accept = ''
  let contentLength: string | undefined
  let isChunked = false
  // `Host` comes first (RFC 9112, section 3.2); its place is kept until it is known.
  const fields: HeaderField[] = [['Host', '']]
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const value = rawHeaders[index + 1] ?? ''
    switch (fieldKind(name)) {
      case 'accept':
        accept = accept === '' ? value : `${accept}, ${value}`
        fields.push([name, value])
        break
      case 'host':
        if (host !== undefined) throw badRequest('more than one Host')
        host = value
        break
      case 'content-length':
        if (contentLength !== undefined || !/^\d{1,15}$/.test(value)) throw badRequest('Content-Length')
        contentLength = value
        fields.push([name, value])
        break
      case 'transfer-encoding':
        if (isChunked || value.toLowerCase() !== 'chunked') throw badRequest(`Transfer-Encoding: ${value}`)
        isChunked = true
        break
      case 'expect':
        if (value.toLowerCase() !== '100-continue') throw new RequestRefused('CULVERT_EXPECTATION_FAILED', value)
        fields.push([name, value])
        break
      case 'upgrade':
        // Of the hop-by-hop fields this one travels with an upgrade: it says which protocol the raw bytes will speak.
        if (kind === 'upgrade') fields.push([name, value])
        break
      case 'end-to-end':
      case 'trailer':
        if (named.size === 0 || !named.has(name.toLowerCase())) fields.push([name, value])
        break
      case 'connection':
      case 'culvert':
      case 'forwarding':
      case 'hop-by-hop':
        break
    }
  }

  if (isChunked && (contentLength !== undefined || httpVersion === '1.0')) throw badRequest('ambiguous length')
  if (host === undefined) throw badRequest('no Host')
  const hostname = readHostname(host)
  if (hostname === undefined) throw badRequest(`Host: ${host}`)
  fields[0] = ['Host', host]
  return {
    kind,
    method,
    httpVersion,
    target: readTarget(method, head.target, host),
    hostname,
    host,
    fields,
    hasBody: isChunked || (contentLength !== undefined && Number(contentLength) > 0),
    accept,
    address: head.address,
  }
}

const registeredName =
  /^([a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*)\.?(?::\d{0,5})?$/i
const addressLiteral = /^\[([0-9a-f:.]+)\](?::\d{0,5})?$/i

/** The host of `host[:port]`, lowercase, without port and final dot; undefined when it is not exactly that. */
function readHostname(host: string): string | undefined {
  if (host.length > 260) return undefined
  const name = registeredName.exec(host)?.[1]
  if (name !== undefined) return name.toLowerCase()
  const literal = addressLiteral.exec(host)?.[1]
  return literal !== undefined && isIPv6(literal) ? literal.toLowerCase() : undefined
}

/** The target in origin form. Absolute form is taken where it names the same host as `Host` (RFC 9112, section 3.2.2). */
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

/** The names that `Connection` declares to be hop-by-hop, lowercase. */
function namedByConnection(rawHeaders: readonly string[]): ReadonlySet<string> {
  let names: Set<string> | undefined
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (fieldKind(rawHeaders[index] ?? '') !== 'connection') continue
    const value = (rawHeaders[index + 1] ?? '').toLowerCase()
    if (value === 'keep-alive' || value === 'close' || value === 'upgrade') continue
    names ??= new Set()
    for (const name of value.split(',')) names.add(name.trim())
  }
  return names ?? noFields
}

function badRequest(message: string): RequestRefused {
  return new RequestRefused('CULVERT_BAD_REQUEST', message)
}
