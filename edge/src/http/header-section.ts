import type { CachedValue } from '@culvert/program/head-cache'
import type { HeaderField } from '@culvert/wire'
import { describeVisitor } from './forwarding-fields.ts'
import { fieldKind } from './field-kinds.ts'
import { readHostname } from '../hostname.ts'
import { type Peer, readOrigin } from './origin.ts'
import { badRequest, RequestRefused } from './refusal.ts'
import type { Origin } from '../visitor.ts'

/** The facts of a request's header section that do not depend on its request line. */
export interface SectionFacts {
  readonly host: string
  readonly hostname: string
  readonly accept: string
  /** In bytes; undefined if the visitor sent none. */
  readonly contentLength: number | undefined
  readonly isChunked: boolean
  readonly expectsContinue: boolean
  /** The options listed in `Connection`, in lowercase. */
  readonly options: readonly string[]
  readonly origin: Origin
  /** The fields that the app is sent; see `VisitorRequest`. */
  readonly fields: readonly HeaderField[]
  /** The fields of a request that leaves HTTP; undefined if the client offers no protocol that leads out of it. */
  readonly upgrade: { readonly fields: readonly HeaderField[] } | undefined
}

/** A request's header section. It is parsed once for all requests that repeat it. */
export class HeaderSection implements CachedValue {
  /** Names and values alternating, in the order and case in which they arrived. */
  readonly rawHeaders: readonly string[]
  isShared = false
  readonly #peer: Peer
  #facts: SectionFacts | undefined

  constructor(rawHeaders: readonly string[], peer: Peer) {
    this.rawHeaders = rawHeaders
    this.#peer = peer
  }

  /** Returns the parsed section. Throws RequestRefused if it can be read in two ways. */
  get facts(): SectionFacts {
    this.#facts ??= readSection(this.rawHeaders, this.#peer)
    return this.#facts
  }
}

function readSection(rawHeaders: readonly string[], peer: Peer): SectionFacts {
  let host: string | undefined
  let accept = ''
  let connection = ''
  let contentLength: string | undefined
  let isChunked = false
  let expectsContinue = false
  let upgrade: HeaderField | undefined
  let upgradeAt = 0
  // `Host` is first (RFC 9112, section 3.2); its place is kept until it is known.
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

  if (isChunked && contentLength !== undefined) throw badRequest('ambiguous length')
  if (host === undefined) throw badRequest('no Host')
  const hostname = readHostname(host)
  if (hostname === undefined) throw badRequest(`Host: ${host}`)
  if (peer.coversHost?.(hostname, host) === false) throw new RequestRefused('CULVERT_MISDIRECTED', `Host: ${host}`)
  fields[0] = ['Host', host]
  const origin = peer.proxies === undefined ? peer : readOrigin(peer, peer.proxies, rawHeaders)
  if (origin === undefined) throw badRequest('X-Forwarded-For and Forwarded')
  const options = connection === '' ? noOptions : connection.toLowerCase().split(',').map(trim)
  const protocols = upgrade === undefined ? '' : withoutH2c(upgrade[1])
  const finish = (list: readonly HeaderField[]) => [...withoutNamed(list, options), ...describeVisitor(origin, host)]
  return {
    host,
    hostname,
    accept,
    contentLength: contentLength === undefined ? undefined : Number(contentLength),
    isChunked,
    expectsContinue,
    options,
    origin,
    fields: finish(fields),
    // The one hop-by-hop field that is forwarded with an upgrade: it names the protocol of the raw bytes.
    upgrade:
      upgrade === undefined || protocols === ''
        ? undefined
        : { fields: finish(fields.toSpliced(upgradeAt, 0, [upgrade[0], protocols])) },
  }
}

/**
 * The protocols of an `Upgrade` that lead out of HTTP, as a list. `h2c`, which clients offer with ordinary requests, does
 * not, and a server may ignore any of them (RFC 9110, section 7.8): nor may an app behind a tunnel choose it.
 */
export function withoutH2c(upgrade: string): string {
  if (!/h2c|,/i.test(upgrade)) return upgrade
  const protocols = upgrade.split(',').map(trim)
  return protocols.filter((protocol) => protocol !== '' && protocol.toLowerCase() !== 'h2c').join(', ')
}

/** The only coding accepted is `chunked`, once (RFC 9112, section 6.1: anything else is answered with 501). */
function checkCoding(value: string): void {
  const coding = value.toLowerCase()
  if (coding === 'chunked') return
  const isUnknown = coding.split(',').some((name) => name !== '' && name.trim() !== 'chunked')
  const code = isUnknown ? 'CULVERT_NOT_IMPLEMENTED' : 'CULVERT_BAD_REQUEST'
  throw new RequestRefused(code, `Transfer-Encoding: ${value}`)
}

/** Omits the fields that `Connection` names, except those that route and frame (RFC 9110, section 7.6.1). */
function withoutNamed(fields: readonly HeaderField[], options: readonly string[]): readonly HeaderField[] {
  if (!options.some((option) => !connectionOptions.has(option))) return fields
  return fields.filter(([name]) => {
    const kind = fieldKind(name)
    return (kind !== 'end-to-end' && kind !== 'trailer') || !options.includes(name.toLowerCase())
  })
}

const noOptions: readonly string[] = []
/** Options of `Connection` that name no field. */
const connectionOptions: ReadonlySet<string> = new Set(['close', 'keep-alive', 'upgrade'])

/** Joins two values of a list (RFC 9110, section 5.3). */
function join(first: string, second: string): string {
  return first === '' ? second : `${first}, ${second}`
}

function trim(text: string): string {
  return text.trim()
}
