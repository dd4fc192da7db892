import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { AddressRanges } from '../addresses.ts'
import { plainAddress } from '../addresses.ts'
import { parseForwarded } from './forwarding-fields.ts'
import { readHostname } from '../hostname.ts'
import type { Origin, Scheme } from '../visitor.ts'

/** The other end of a connection. */
export interface Peer extends Origin {
  /** Where it is a trusted proxy: all of them. Then its requests say where they came from. */
  readonly proxies?: AddressRanges | undefined
  /** Whether a request may come on this connection; undefined: any may. */
  readonly isFor?: IsFor | undefined
}

/** Whether a request is for this connection, by its hostname and its `Host`; else it is misdirected. */
export type IsFor = (hostname: string, host: string) => boolean

/** The other end of a connection; `address` as a socket shows it. What a trusted proxy asks for is its own affair. */
export function makePeer(
  address: string,
  scheme: Scheme,
  trusted: AddressRanges | undefined,
  isFor: IsFor | undefined,
): Peer {
  const plain = plainAddress(address)
  return trusted?.has(plain) === true
    ? { address: plain, scheme, proxies: trusted }
    : { address: plain, scheme, proxies: undefined, isFor }
}

/** What a proxy says of the side that its request came from; undefined: nothing that can be read. */
interface Hop {
  address: string | undefined
  scheme: Scheme | undefined
  host: string | undefined
  port: string | undefined
}

/**
 * Where a request came from that a trusted proxy brought. Each proxy appends the address that it saw, so they are walked
 * from the right for as long as they are trusted proxies themselves: what stands further left, anybody may have written.
 * Undefined when `X-Forwarded-For` and `Forwarded` tell different stories or the latter is malformed: proxies write one of
 * the two and let the other one of a visitor pass, and nobody can tell which one is genuine.
 */
export function readOrigin(peer: Peer, proxies: AddressRanges, rawHeaders: readonly string[]): Origin | undefined {
  const values = new Map<string, string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!forwardingFields.has(name)) continue
    const before = values.get(name)
    const value = rawHeaders[index + 1] ?? ''
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  const forwarded = values.get('forwarded')
  if (forwarded === undefined) return walk(peer, proxies, readXForwarded(values))
  const hops = readForwarded(forwarded)
  if (hops === undefined) return undefined
  const origin = walk(peer, proxies, hops)
  if (!values.has('x-forwarded-for')) return origin
  const other = walk(peer, proxies, readXForwarded(values))
  return other.address === origin.address && other.scheme === origin.scheme ? origin : undefined
}

const forwardingFields: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
])

/** `hops`: the nearest first. */
function walk(peer: Peer, proxies: AddressRanges, hops: readonly Hop[]): Origin {
  let { address } = peer
  let outermost: Hop | undefined
  for (const hop of hops) {
    outermost = hop
    // A proxy may hide its client; then its own address counts.
    if (hop.address === undefined) break
    address = hop.address
    if (!proxies.has(address)) break
  }
  return { address, scheme: outermost?.scheme ?? peer.scheme, host: outermost?.host, port: outermost?.port }
}

/** The hops of the de facto fields. Proxies append to the first; to the others some append, and some write them anew. */
function readXForwarded(values: ReadonlyMap<string, string>): Hop[] {
  const [addresses, schemes, hosts, ports] = ['for', 'proto', 'host', 'port'].map((name) =>
    (values.get(`x-forwarded-${name}`) ?? '').split(',').toReversed(),
  )
  return (addresses ?? []).map((address, index) => ({
    address: readNode(address.trim()),
    scheme: readScheme(nth(schemes, index)),
    host: readHost(nth(hosts, index)),
    port: readPort(nth(ports, index)),
  }))
}

/** The value that belongs to a hop; where there are fewer, what the outermost proxy wrote stands for all. */
function nth(list: readonly string[] = [], index: number): string {
  return (list[Math.min(index, list.length - 1)] ?? '').trim()
}

function readForwarded(value: string): Hop[] | undefined {
  return parseForwarded(value)
    ?.toReversed()
    .map((element) => ({
      address: readNode(element.for ?? ''),
      scheme: readScheme(element.proto ?? ''),
      host: readHost(element.host ?? ''),
      port: undefined,
    }))
}

/** An address, as IPv6 in brackets or not, with a port or not (RFC 7239, section 6). */
function readNode(text: string): string | undefined {
  const address = /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  if (isIP(address) === 0 || address.includes('%')) return undefined
  // One spelling for each address: whatever counts by address must not take two for different ones.
  return plainAddress(isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address)
}

function readScheme(text: string): Scheme | undefined {
  const scheme = text.toLowerCase()
  return scheme === 'http' || scheme === 'https' ? scheme : undefined
}

function readHost(text: string): string | undefined {
  return readHostname(text) === undefined ? undefined : text
}

function readPort(text: string): string | undefined {
  return /^\d{1,5}$/.test(text) ? text : undefined
}
