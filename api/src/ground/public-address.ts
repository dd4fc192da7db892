import ipaddr from 'ipaddr.js'

/** Whether an IP address is one of the public Internet: neither of this machine, nor of a private network, nor reserved. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}
