import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const groupsOfNetwork = 4

/** What was asked last: requests of one client come together, and each is counted in more than one place. */
let last = { address: '', network: '' }

/**
 * What counts as one client where attempts and connections are counted: an IPv4 address, or the first 64 bits of an IPv6
 * address, of which one customer gets 2^64 at the least (RFC 6177). However an address is spelled (RFC 4291, section 2.2),
 * its network is spelled one way. Text that is no address counts as itself.
 */
export function networkOf(address: string): string {
  // Each request asks twice, and `isIPv6` matches a long regular expression: an IPv4 address has no colon.
  if (!address.includes(':')) return address
  if (last.address !== address) last = { address, network: networkOfIPv6(address) }
  return last.network
}

function networkOfIPv6(address: string): string {
  if (!isIPv6(address)) return address
  // Node takes more names of zones than the library, and a zone is no part of the network.
  const [withoutZone = ''] = address.split('%', 1)
  // The library does not take every spelling, for example not 0::192.0.2.1.
  const parsed = ipaddr.process(ipaddr.isValid(withoutZone) ? withoutZone : canonical(withoutZone))
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, groupsOfNetwork)
    .map((group) => group.toString(16))
    .join(':')
}

function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
