/** The fault of an address or a range, as the form and the API report it, and what was probably meant. */
export interface RangeProblem {
  reason: string
  /** The address in the form that the API takes; undefined if that cannot be known. */
  fullForm?: string
}

const ipv4 = /^((?:\d{1,3}\.){3}\d{1,3})(?:\/(\d{1,2}))?$/
const ipv6 = /^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?:\/(\d{1,3}))?$/
const ipv6Groups = 8
/** The length of a full IPv6 address with its mask. Longer texts are not examined: finding their form takes the square of their length. */
const lengthMax = 43

/**
 * Returns what keeps a text from being an IPv4 address or an IPv6 address in eight groups, with or without a mask, each group and the mask
 * in range; undefined when nothing does.
 */
export function findRangeProblem(text: string): RangeProblem | undefined {
  const address = text.trim().toLowerCase()
  if (address === '') return { reason: 'Enter an IP address or a range.' }
  const [, groups, v4Mask] = ipv4.exec(address) ?? []
  if (groups !== undefined) return findIpv4Problem(groups.split('.'), v4Mask)
  const v6 = ipv6.exec(address)
  if (v6) return findMaskProblem('IPv6', 128, v6[1])
  const fullForm = address.length <= lengthMax ? expandIpv6(address) : undefined
  if (fullForm !== undefined) return { reason: 'Write an IPv6 address in full, with eight groups.', fullForm }
  return {
    reason: 'Enter four numbers from 0 to 255 (203.0.113.7), an IPv6 address with eight groups, or a range of either.',
  }
}

function findIpv4Problem(groups: string[], mask: string | undefined): RangeProblem | undefined {
  const beyond = groups.find((group) => Number(group) > 255)
  if (beyond !== undefined) return { reason: `Each group of an IPv4 address is from 0 to 255, not ${beyond}.` }
  const padded = groups.find((group) => /^0\d/.test(group))
  if (padded !== undefined)
    return { reason: `Write the groups of an IPv4 address without leading zeros, not ${padded}.` }
  return findMaskProblem('IPv4', 32, mask)
}

function findMaskProblem(kind: string, bits: number, mask: string | undefined): RangeProblem | undefined {
  if (mask === undefined || Number(mask) <= bits) return undefined
  return { reason: `The mask of an ${kind} range is from 0 to ${bits}, not ${mask}.` }
}

/** Returns the eight groups of an abbreviated IPv6 address (RFC 4291, section 2.2), its mask kept; undefined if it is not one. */
function expandIpv6(address: string): string | undefined {
  const parts = /^([0-9a-f:]*)::([0-9a-f:]*)((?:\/\d{1,3})?)$/.exec(address)
  if (!parts) return undefined
  const [, head = '', tail = '', mask = ''] = parts
  const before = listGroups(head)
  const after = listGroups(tail)
  const missing = ipv6Groups - before.length - after.length
  if (missing < 1) return undefined
  const full = [...before, ...Array.from({ length: missing }, () => '0'), ...after].join(':') + mask
  return ipv6.test(full) && !findRangeProblem(full) ? full : undefined
}

const listGroups = (part: string) => (part === '' ? [] : part.split(':'))
