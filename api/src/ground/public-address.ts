import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Ranges that IANA has set apart from the unicast ranges, and that ipaddr.js counts among them (RFC 6890, 9637). */
const specialPurpose = ['198.18.0.0/15', '2001::/23', '3fff::/20']

/** The only part of IPv6 that is given out to the Internet: addresses of the rest may embed private IPv4 ones. */
const globalUnicast = ['2000::/3']

/** Reports whether an IP address is one of the public Internet: neither of this machine, nor of a private network, nor reserved. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || isInNetworks(address, specialPurpose)) return false
  return parsed.kind() === 'ipv4' || isInNetworks(address, globalUnicast)
}

/** Reports whether the hostname of a URL is this machine's. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** Reports whether an IP address is in one of these networks, each in CIDR form. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const [base, length] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match(base, length)
  })
}

/** A setting that lists networks; empty when it is not set. */
export const networkList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((network) => network.trim() || []))
  .refine(
    (networks) => networks.every((network) => ipaddr.isValidCIDR(network)),
    'networks in CIDR form with commas between them, for example 10.0.0.0/8,fd00::/8',
  )
