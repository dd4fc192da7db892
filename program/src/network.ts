import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const groupsOfNetwork = 4

/** The last question and its answer: a client's requests come together, and each is counted in more than one place. */
let last = { address: '', network: '' }

/**
 * Returns what counts as one client for attempts and connections: an IPv4 address, or the first 64 bits of an IPv6
 * address, because a customer gets at least 2^64 addresses (RFC 6177). However an address is spelled (RFC 4291, section 2.2),
 * its network has one spelling. Text that is not an address counts as itself.
 */
export function networkOf(address: string): string {
  // Called twice per request, and `isIPv6` matches a long regular expression: an IPv4 address has no colon.
  if (!address.includes(':')) return address
  if (last.address !== address) last = { address, network: networkOfIPv6(address) }
  return last.network
}

function networkOfIPv6(address: string): string {
  if (!isIPv6(address)) return address
  // Node accepts more zone names than the library, and a zone is not part of the network.
  const [withoutZone = ''] = address.split('%', 1)
  // The library does not accept every spelling, for example not 0::192.0.2.1.
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
