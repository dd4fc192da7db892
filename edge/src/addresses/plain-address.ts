/** An IPv4 address that came over an IPv6 socket is shown as what it is. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}
