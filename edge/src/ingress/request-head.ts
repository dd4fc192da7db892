import { METHODS } from 'node:http'
import type { HeaderField, StreamKind } from '@culvert/wire'
import type { ErrorCode } from '../pages/errors.ts'
import { fieldKind } from './field-kinds.ts'
import { readHostname } from './hostname.ts'
import { readOrigin } from './origin.ts'
import type { Peer, VisitorRequest } from './visitor.ts'

/** A request head as a parser found it, before anybody judged it. */
export interface RawRequestHead {
  method: string
  /** The request target as it came. */
  target: string
  httpVersion: string
  /** Names and values alternating, in the order and case in which they came. */
  rawHeaders: readonly string[]
  peer: Peer
  /** Whether the visitor leaves HTTP after this head; undefined where the fields have still to be asked. */
  kind?: StreamKind
  /** Whether a body follows; undefined where the fields say it. */
  hasBody?: boolean
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
/** What node knows; another one would reach no app, and reads like an attempt on a parser (RFC 9110, section 9.1). */
const methods: ReadonlySet<string> = new Set(METHODS)

/**
 * Judges a head and takes it apart. Parsers differ in what they let pass; whatever could be read in two ways (RFC 9112,
 * sections 3.2 and 6.3) is refused here, before any agent sees it. Throws RequestRefused.
 */
export function readRequestHead(head: RawRequestHead): VisitorRequest {
  const { method, httpVersion, rawHeaders } = head
  if (httpVersion !== '1.1' && httpVersion !== '1.0' && httpVersion !== '2') {
    throw new RequestRefused('CULVERT_HTTP_VERSION', `HTTP/${httpVersion}`)
  }
  if (method === 'TRACE' || method === 'CONNECT') throw new RequestRefused('CULVERT_METHOD_NOT_ALLOWED', method)
  if (!methods.has(method)) throw new RequestRefused('CULVERT_NOT_IMPLEMENTED', `method ${method.slice(0, 100)}`)
  if (rawHeaders.length > 2 * fieldsMax) throw new RequestRefused('CULVERT_HEAD_TOO_LARGE', `over ${fieldsMax} fields`)

  let host: string | undefined
  let accept = ''
  let connection = ''
  let contentLength: string | undefined
  let isChunked = false
  let expectsContinue = false
  let upgrade: HeaderField | undefined
  let upgradeAt = 0
  // `Host` comes first (RFC 9112, section 3.2); its place is kept until it is known.
  const fields: HeaderField[] = [['Host', '']]
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const value = rawHeaders[index + 1] ?? ''
    switch (fieldKind(name)) {
      case 'accept':
        accept = join(accept, value)
        fields.push([name, value])
        break
      case 'connection':
        connection = join(connection, value)
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
        checkCoding(value)
        if (isChunked) throw badRequest('more than one Transfer-Encoding')
        isChunked = true
        break
      case 'expect':
        if (value.toLowerCase() !== '100-continue') throw new RequestRefused('CULVERT_EXPECTATION_FAILED', value)
        expectsContinue = true
        fields.push([name, value])
        break
      case 'upgrade':
        if (upgrade === undefined) upgradeAt = fields.length
        upgrade = [name, upgrade === undefined ? value : join(upgrade[1], value)]
        break
      case 'end-to-end':
      case 'trailer':
        fields.push([name, value])
        break
      case 'culvert':
      case 'forwarding':
      case 'hop-by-hop':
        break
    }
  }

  if (isChunked && (contentLength !== undefined || httpVersion !== '1.1')) throw badRequest('ambiguous length')
  if (host === undefined) throw badRequest('no Host')
  const hostname = readHostname(host)
  if (hostname === undefined) throw badRequest(`Host: ${host}`)
  fields[0] = ['Host', host]
  const { peer } = head
  const origin = peer.proxies === undefined ? peer : readOrigin(peer, peer.proxies, rawHeaders)
  if (origin === undefined) throw badRequest('X-Forwarded-For and Forwarded')
  const options = connection === '' ? noOptions : connection.toLowerCase().split(',').map(trim)
  const isFramed = isChunked || contentLength !== undefined
  const kind =
    head.kind ?? (upgrade !== undefined && !isFramed && canUpgrade(head, options, upgrade[1]) ? 'upgrade' : 'http')
  // Of the hop-by-hop fields this one travels with an upgrade: it says which protocol the raw bytes will speak.
  if (upgrade !== undefined && kind === 'upgrade') fields.splice(upgradeAt, 0, upgrade)
  return {
    kind,
    method,
    httpVersion,
    target: readTarget(method, head.target, host),
    hostname,
    host,
    fields: withoutNamed(fields, options),
    hasBody: head.hasBody ?? (isChunked || (contentLength !== undefined && Number(contentLength) > 0)),
    contentLength: contentLength === undefined ? undefined : Number(contentLength),
    expectsContinue: expectsContinue && httpVersion !== '1.0',
    isPersistent: !options.includes('close') && (httpVersion !== '1.0' || options.includes('keep-alive')),
    accept,
    origin,
  }
}

/**
 * Whether these options and this protocol lead out of HTTP (RFC 9110, section 7.8). `h2c`, which clients offer with
 * ordinary requests, does not: a server may ignore any upgrade.
 */
function canUpgrade({ method, httpVersion }: RawRequestHead, options: readonly string[], protocol: string): boolean {
  return method === 'GET' && httpVersion === '1.1' && options.includes('upgrade') && protocol.toLowerCase() !== 'h2c'
}

/** The only coding that is read here is `chunked`, and once (RFC 9112, section 6.1: anything else is answered 501). */
function checkCoding(value: string): void {
  const coding = value.toLowerCase()
  if (coding === 'chunked') return
  const isUnknown = coding.split(',').some((name) => name !== '' && name.trim() !== 'chunked')
  const code = isUnknown ? 'CULVERT_NOT_IMPLEMENTED' : 'CULVERT_BAD_REQUEST'
  throw new RequestRefused(code, `Transfer-Encoding: ${value}`)
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

/** Leaves out what `Connection` names, but not what routes and frames (RFC 9110, section 7.6.1). */
function withoutNamed(fields: HeaderField[], options: readonly string[]): HeaderField[] {
  if (!options.some((option) => !connectionOptions.has(option))) return fields
  return fields.filter(([name]) => {
    const kind = fieldKind(name)
    return (kind !== 'end-to-end' && kind !== 'trailer') || !options.includes(name.toLowerCase())
  })
}

const noOptions: readonly string[] = []
/** What `Connection` says without naming a field. */
const connectionOptions: ReadonlySet<string> = new Set(['close', 'keep-alive', 'upgrade'])

/** Two values of one list (RFC 9110, section 5.3). */
function join(first: string, second: string): string {
  return first === '' ? second : `${first}, ${second}`
}

function trim(text: string): string {
  return text.trim()
}

function badRequest(message: string): RequestRefused {
  return new RequestRefused('CULVERT_BAD_REQUEST', message)
}
