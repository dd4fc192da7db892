/**
 * Returns the canonical CIDR form of an address or a range in which `findRangeProblem` finds no fault: always with a mask, the bits behind it
 * cleared, and no leading zeros.
 */
export function toNetwork(range: string): string {
  const [address = '', mask] = range.split('/')
  return buildNetwork(address, mask, address.includes(':') ? v6Family : v4Family)
}

interface Family {
  separator: string
  base: number
  groupBits: number
  addressBits: number
}

const v4Family: Family = { separator: '.', base: 10, groupBits: 8, addressBits: 32 }
const v6Family: Family = { separator: ':', base: 16, groupBits: 16, addressBits: 128 }

function buildNetwork(address: string, maskText: string | undefined, family: Family): string {
  const { separator, base, groupBits, addressBits } = family
  const mask = maskText === undefined ? addressBits : Number(maskText)
  const masked = address.split(separator).map((group, index) => {
    const hostBits = Math.min(groupBits, Math.max(0, (index + 1) * groupBits - mask))
    return (Number.parseInt(group, base) >> hostBits) << hostBits
  })
  return `${masked.map((group) => group.toString(base)).join(separator)}/${mask}`
}
