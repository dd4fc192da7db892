import type { CaaRecord as NodeCaaRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { isPublicAddress } from '../../ground/public-address.ts'

/** The outcome of a look-up of one name and type. */
export type LookUp<Value> =
  | { outcome: 'found'; values: Value[] }
  /** The name exists, and has no record of this type. */
  | { outcome: 'no-record' }
  /** NXDOMAIN: the name does not exist. */
  | { outcome: 'no-name' }
  /** SERVFAIL: the resolver got no usable answer from the domain's own servers. */
  | { outcome: 'servfail' }
  /** The resolver did not answer, or refused to: this says nothing about the domain. */
  | { outcome: 'unanswered'; reason: string }

/** A CAA record (RFC 8659, section 4.1). */
export interface CaaRecord {
  /** Whether an authority that does not know the tag must not issue. */
  isCritical: boolean
  /** Lowercase. */
  tag: string
  value: string
}

/** Asks name servers. */
export interface DnsClient {
  /** IPv4 and IPv6 addresses; found when there is one of either. */
  lookUpAddresses(name: string): Promise<LookUp<string>>
  lookUpIpv4(name: string): Promise<LookUp<string>>
  lookUpIpv6(name: string): Promise<LookUp<string>>
  lookUpCaa(name: string): Promise<LookUp<CaaRecord>>
  lookUpCname(name: string): Promise<LookUp<string>>
  /** The name servers of a zone; a name within it has none. */
  lookUpNs(name: string): Promise<LookUp<string>>
  /** The strings of each record joined, as RFC 7208, section 3.3 does it. */
  lookUpTxt(name: string): Promise<LookUp<string>>
  /** The addresses of the name servers that it asks, one after the other until one answers. */
  listServers(): readonly string[]
  /** Asks one of these only. */
  askServer(server: string): DnsClient
  /** Asks a zone's own name server at an IP address; undefined if it is not a public one: strangers choose such addresses. */
  askZoneServer(address: string): DnsClient | undefined
}

export interface DnsClientOptions {
  /** Addresses that `isResolverAddress` accepts; the system's resolvers when there are none. */
  resolvers: readonly string[]
  /** How long to wait for the first answer, in milliseconds; 2,500 when left out. A second try waits twice as long. */
  timeoutMs?: number
  /** The port of a zone's own name servers, at whatever address they are; 53 at public addresses only, when left out. */
  zoneServerPort?: number
}

/** How long to wait for the first answer of a zone's own name server, in milliseconds. */
const zoneServerMs = 1_000

export function createDnsClient({ resolvers, timeoutMs = 2_500, zoneServerPort }: DnsClientOptions): DnsClient {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (resolvers.length > 0) resolver.setServers(resolvers)
  // Later, servers that failed come last.
  const servers = resolver.getServers()
  const askServer = (server: string, waitMs = timeoutMs) =>
    createDnsClient({ resolvers: [server], timeoutMs: waitMs, zoneServerPort })
  return withAddresses({
    lookUpIpv4: (name) => lookUp(() => resolver.resolve4(name)),
    lookUpIpv6: (name) => lookUp(() => resolver.resolve6(name)),
    lookUpCaa: (name) => lookUp(async () => (await resolver.resolveCaa(name)).map(toCaaRecord)),
    lookUpCname: (name) => lookUp(() => resolver.resolveCname(name)),
    lookUpNs: (name) => lookUp(() => resolver.resolveNs(name)),
    lookUpTxt: (name) => lookUp(async () => (await resolver.resolveTxt(name)).map((strings) => strings.join(''))),
    listServers: () => servers,
    askServer: (server) => askServer(server),
    askZoneServer: (address) => {
      if (zoneServerPort === undefined && !isPublicAddress(address)) return undefined
      const server = `${isIPv6(address) ? `[${address}]` : address}:${zoneServerPort ?? 53}`
      // It knows its answer; and if a firewall blocks the way to it, a check must not wait long.
      return askServer(server, Math.min(timeoutMs, zoneServerMs))
    },
  })
}

/** Adds the look-up of both kinds of addresses. */
export function withAddresses(client: Omit<DnsClient, 'lookUpAddresses'>): DnsClient {
  return {
    ...client,
    lookUpAddresses: async (name) => {
      const answers = await Promise.all([client.lookUpIpv4(name), client.lookUpIpv6(name)])
      const values = answers.flatMap((answer) => (answer.outcome === 'found' ? answer.values : []))
      return values.length > 0 ? { outcome: 'found', values } : answers[0]
    },
  }
}

/** Node has the tag as the name of the field that holds the value, beside `critical` and, unlike its types, `type`. */
function toCaaRecord({ critical, ...record }: NodeCaaRecord): CaaRecord {
  const [tag, value] = Object.entries(record).find(([name]) => name !== 'type') ?? ['', '']
  return { isCritical: (critical & criticalFlag) !== 0, tag: tag.toLowerCase(), value }
}

/** RFC 8659, section 4.1: bit 0 is the most significant one. */
const criticalFlag = 0x80

async function lookUp<Value>(ask: () => Promise<Value[]>): Promise<LookUp<Value>> {
  try {
    const values = await ask()
    return values.length > 0 ? { outcome: 'found', values } : { outcome: 'no-record' }
  } catch (error) {
    if (!isDnsError(error)) throw error
    return explain(error.code)
  }
}

function explain(code: string): LookUp<never> {
  switch (code) {
    case 'ENODATA':
      return { outcome: 'no-record' }
    case 'ENOTFOUND':
    // A name that fits no packet cannot exist.
    case 'EBADNAME':
      return { outcome: 'no-name' }
    case 'ESERVFAIL':
      return { outcome: 'servfail' }
    case 'ETIMEOUT':
      return { outcome: 'unanswered', reason: 'no name server answered in time' }
    case 'ECONNREFUSED':
      return { outcome: 'unanswered', reason: 'no name server could be reached' }
    case 'EREFUSED':
      return { outcome: 'unanswered', reason: 'the name server refused to answer' }
    default:
      return { outcome: 'unanswered', reason: `the look-up failed with ${code}` }
  }
}

/** Reports whether the error is the resolver's answer rather than a fault of our own. */
function isDnsError(error: unknown): error is { code: string } {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('syscall' in error)) return false
  return typeof error.code === 'string' && typeof error.syscall === 'string' && error.syscall.startsWith('query')
}
