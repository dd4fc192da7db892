import { isIPv6 } from 'node:net'

const groupsOfNetwork = 4

/**
 * What counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address, of which one customer gets 2^64
 * at the least (RFC 6177).
 */
export function visitorNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [left = '', right] = address.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, groupsOfNetwork).join(':')
}
