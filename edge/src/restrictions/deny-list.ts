import { BlockList, isIP } from 'node:net'

/** IPv4 addresses in the form that they have on an IPv6 socket (RFC 4291, section 2.5.5.2). */
const mapped = /^(0:0:0:0:0:|::)ffff:/

/** The ranges whose visitors an account's tunnels refuse. IPv4 and its mapped form (`::ffff:203.0.113.7`) are one address. */
export class DenyList {
  readonly #ipv4 = new BlockList()
  /** Apart, because `::/0` would hold every IPv4 address too. */
  readonly #ipv6 = new BlockList()

  /** Each range in CIDR form. Throws where one is none. */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [network = '', mask] = range.split('/')
      const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
      this.#listFor(network).addSubnet(network, Number(mask), family)
    }
  }

  /** Whether an address is in one of the ranges. */
  has(address: string): boolean {
    // A zone says on which network card a link-local address is; the ranges do not ask.
    const [plain = ''] = address.split('%')
    return this.#listFor(plain).check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }

  #listFor(address: string): BlockList {
    return isIP(address) === 6 && !mapped.test(address) ? this.#ipv6 : this.#ipv4
  }
}
