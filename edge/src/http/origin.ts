import { isIP, isIPv6, SocketAddress } from 'node:net'
import { type AddressRanges, plainAddress } from '../addresses.ts'
import { parseForwarded } from './forwarding-fields.ts'
import { readHostname } from '../hostname.ts'
import type { Origin, Scheme } from '../visitor.ts'

/** The other end of a connection. */
export interface Peer extends Origin {
  /** All trusted proxies, if the other end is one: its requests then name their origin. */
  readonly proxies?: AddressRanges | undefined
  /** Checks whether a request may arrive on this connection; undefined if any may. */
  readonly coversHost?: CoversHost | undefined
}

/** Reports whether a request belongs on this connection, by its hostname and its `Host`. If not, it is misdirected. */
export type CoversHost = (hostname: string, host: string) => boolean

/** Describes the other end of a connection; `address` is in the socket's notation. A trusted proxy may ask for anything. */
export function makePeer(
  address: string,
  scheme: Scheme,
  trusted: AddressRanges | undefined,
  coversHost: CoversHost | undefined,
): Peer {
  const plain = plainAddress(address)
  return trusted?.has(plain) === true
    ? { address: plain, scheme, proxies: trusted }
    : { address: plain, scheme, proxies: undefined, coversHost }
}

/** A proxy's statement about its client; undefined if it cannot be parsed. */
interface Hop {
  address: string | undefined
  scheme: Scheme | undefined
  host: string | undefined
  port: string | undefined
}

/**
 * Determines the origin of a request that a trusted proxy forwarded. Each proxy appends the address that it saw, so the addresses are walked
 * from the right for as long as they are trusted proxies themselves: anyone may have written what stands further left.
 * Undefined if `X-Forwarded-For` and `Forwarded` disagree or the latter is malformed: proxies write one of
 * the two and let a visitor's version of the other pass, and the genuine one cannot be told apart.
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

/** `hops` has the nearest first. */
function walk(peer: Peer, proxies: AddressRanges, hops: readonly Hop[]): Origin {
  let { address } = peer
  let outermost: Hop | undefined
  for (const hop of hops) {
    outermost = hop
    // A proxy may hide its client; its own address then counts.
    if (hop.address === undefined) break
    address = hop.address
    if (!proxies.has(address)) break
  }
  return { address, scheme: outermost?.scheme ?? peer.scheme, host: outermost?.host, port: outermost?.port }
}

/** Returns the hops of the de facto fields. Proxies append to the first; some append to the others, and some replace them. */
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

/** Returns the value that belongs to a hop; if there are fewer values, the outermost proxy's stands for all. */
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

/** Parses an address, with or without brackets and port (RFC 7239, section 6). */
function readNode(text: string): string | undefined {
  const address = /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  if (isIP(address) === 0 || address.includes('%')) return undefined
  // Each address has one spelling, so that counts by address treat it as one.
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
