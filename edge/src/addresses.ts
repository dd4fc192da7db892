import { BlockList, isIP } from 'node:net'

/** IPv4 addresses in the form that they have on an IPv6 socket (RFC 4291, section 2.5.5.2). */
const mapped = /^(0:0:0:0:0:|::)ffff:/

/** Ranges of addresses. IPv4 and its mapped form (`::ffff:203.0.113.7`) are one address. */
export class AddressRanges {
  readonly #ipv4 = new BlockList()
  /** Kept apart, because `::/0` would contain every IPv4 address too. */
  readonly #ipv6 = new BlockList()

  /** Takes ranges in CIDR form and single addresses. Throws when an entry is neither. */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      try {
        this.#add(range)
      } catch (error) {
        throw new Error(`expected an address or a range such as 10.0.0.0/8, found "${range}".`, { cause: error })
      }
    }
  }

  /** Reports whether an address is in one of the ranges. */
  has(address: string): boolean {
    // A zone names the interface of a link-local address; ranges apply to all of them.
    const [plain = ''] = address.split('%')
    return this.#listFor(plain).check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }

  #add(range: string): void {
    const [network = '', mask] = range.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (mask === undefined) this.#listFor(network).addAddress(network, family)
    else this.#listFor(network).addSubnet(network, /^\d+$/.test(mask) ? Number(mask) : Number.NaN, family)
  }

  #listFor(address: string): BlockList {
    return isIP(address) === 6 && !mapped.test(address) ? this.#ipv6 : this.#ipv4
  }
}

/** Returns the IPv4 form of an IPv4 address that came over an IPv6 socket. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}
