import ipaddr from 'ipaddr.js'
import type { DomainFinding } from '../../../generated/schema.ts'
import { isWithin } from '../../../ground/hostnames.ts'
import { warning, fine, list, problem } from './finding.ts'
import { adviseLead, type Subject } from './subject.ts'

/** A content delivery network that people put in front of what they serve. */
interface Proxy {
  name: string
  /** The ranges of addresses that it publishes; empty if it publishes none, or those of all its customers' machines. */
  ranges: readonly string[]
  /** The domains of the names to which a CNAME record leads its customers. */
  names: readonly string[]
  /** Switches it off for a domain. */
  advise?: (domain: string) => string
}

/**
 * The well-known ones, as of November 2026. Ranges: https://www.cloudflare.com/ips/ and https://api.fastly.com/public-ip-list. A range that is
 * missing here lets the doctor say less; nothing else depends on the list.
 */
const proxies: readonly Proxy[] = [
  {
    name: 'Cloudflare',
    ranges: [
      '173.245.48.0/20',
      '103.21.244.0/22',
      '103.22.200.0/22',
      '103.31.4.0/22',
      '141.101.64.0/18',
      '108.162.192.0/18',
      '190.93.240.0/20',
      '188.114.96.0/20',
      '197.234.240.0/22',
      '198.41.128.0/17',
      '162.158.0.0/15',
      '104.16.0.0/13',
      '104.24.0.0/14',
      '172.64.0.0/13',
      '131.0.72.0/22',
      '2400:cb00::/32',
      '2606:4700::/32',
      '2803:f800::/32',
      '2405:b500::/32',
      '2405:8100::/32',
      '2a06:98c0::/29',
      '2c0f:f248::/32',
    ],
    names: ['cdn.cloudflare.net'],
    advise: (domain) => `In Cloudflare's DNS settings, switch the record of ${domain} from “Proxied” to “DNS only”.`,
  },
  {
    name: 'Fastly',
    ranges: [
      '23.235.32.0/20',
      '43.249.72.0/22',
      '103.244.50.0/24',
      '103.245.222.0/23',
      '103.245.224.0/24',
      '104.156.80.0/20',
      '140.248.64.0/18',
      '140.248.128.0/17',
      '146.75.0.0/17',
      '151.101.0.0/16',
      '157.52.64.0/18',
      '167.82.0.0/17',
      '167.82.128.0/20',
      '167.82.160.0/20',
      '167.82.224.0/20',
      '172.111.64.0/18',
      '185.31.16.0/22',
      '199.27.72.0/21',
      '199.232.0.0/16',
      '2a04:4e40::/32',
      '2a04:4e42::/32',
    ],
    names: ['fastly.net', 'fastlylb.net'],
  },
  { name: 'Amazon CloudFront', ranges: [], names: ['cloudfront.net'] },
  {
    name: 'Akamai',
    ranges: [],
    names: ['akamai.net', 'akamaiedge.net', 'akamaized.net', 'edgekey.net', 'edgesuite.net'],
  },
  { name: 'Azure Front Door', ranges: [], names: ['azurefd.net', 'azureedge.net'] },
  { name: 'bunny.net', ranges: [], names: ['b-cdn.net'] },
]

const subnets = proxies.map((proxy) => ({ proxy, ranges: proxy.ranges.map((range) => ipaddr.parseCIDR(range)) }))

function findByAddress(address: string): Proxy | undefined {
  const parsed = ipaddr.process(address)
  return subnets.find(({ ranges }) =>
    ranges.some(([network, length]) => network.kind() === parsed.kind() && parsed.match(network, length)),
  )?.proxy
}

/** The evidence of a proxy. */
interface DetectedProxy {
  proxy: Proxy
  /** As words that complete “we found …”. */
  found: string
}

/** Looks for a proxy in front of a domain, by the names of its CNAME records and by its addresses. The installation itself does not count. */
function detectProxy(chain: readonly string[], addresses: readonly string[], ownAddresses: readonly string[]) {
  for (const name of chain) {
    const proxy = proxies.find(({ names }) => names.some((domain) => isWithin(name, domain)))
    if (proxy) return { proxy, found: `a CNAME to ${name}, which is ${proxy.name}` }
  }
  const own = new Set(ownAddresses.map(findByAddress))
  for (const address of addresses) {
    const proxy = findByAddress(address)
    if (!proxy || own.has(proxy)) continue
    const shown = addresses.filter((other) => findByAddress(other) === proxy)
    return { proxy, found: `${list(shown)}, which ${shown.length === 1 ? 'belongs' : 'belong'} to ${proxy.name}` }
  }
  return undefined
}

/** Judges whether a content delivery network is in front of the domain, and says how to remove it. */
export function judgeProxy(
  subject: Subject,
  addresses: readonly string[],
  ownAddresses: readonly string[],
): DomainFinding {
  const detected: DetectedProxy | undefined = detectProxy(subject.check.chain, addresses, ownAddresses)
  if (!detected) return fine('PROXY', { found: 'none of the well-known ones' })
  const { proxy, found } = detected
  const words = {
    expected: 'nothing between visitors and this installation',
    found,
    advice:
      proxy.advise?.(subject.domain) ??
      `Take ${subject.domain} out of ${proxy.name}. ${adviseLead(subject, ownAddresses)}`,
  }
  // It hides the CNAME record, and answers in its place: without the TXT record, nothing proves the domain.
  return subject.check.outcome === 'verified' ? warning('PROXY', words) : problem('PROXY', words)
}

/** Reports whether an address belongs to a well-known proxy. */
export function isProxy(address: string): boolean {
  return findByAddress(address) !== undefined
}
