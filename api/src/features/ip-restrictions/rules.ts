import type { Selectable } from 'kysely'
import { badInput } from '../../ground/errors.ts'
import type { IpRestrictionTable } from './table.ts'

/** An address or range whose visitors an account's tunnels refuse. */
export type IpRestriction = Omit<Selectable<IpRestrictionTable>, 'network'>

/** A valid address or range. */
export interface Range {
  /** As it was given, in lowercase. */
  ipAddress: string
  /** CIDR form with a mask always, the bits behind it cleared, and no leading zeros: the same for all ways to write it. */
  network: string
}

/** An IPv4 address or a full IPv6 address, with or without a mask; each group and the mask must be in range. */
export function parseRange(text: string): Range {
  const ipAddress = text.trim().toLowerCase()
  const [, v4, v4Mask] = /^((?:\d{1,3}\.){3}\d{1,3})(?:\/(\d{1,2}))?$/.exec(ipAddress) ?? []
  if (v4 !== undefined) return { ipAddress, network: buildNetwork(parseGroups(v4, v4Family), v4Mask, v4Family) }
  const [, v6, v6Mask] = /^((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})(?:\/(\d{1,3}))?$/.exec(ipAddress) ?? []
  if (v6 !== undefined) return { ipAddress, network: buildNetwork(parseGroups(v6, v6Family), v6Mask, v6Family) }
  throw badInput(
    'ipAddress',
    'IP address must be an IPv4 address (203.0.113.7), a full IPv6 address (2001:db8:0:0:0:0:0:1), or a range of either (203.0.113.0/24)',
  )
}

const descriptionLengthMax = 200

/** What a restriction is for; null when nothing was said. */
export function parseDescription(text: string | null | undefined): string | null {
  const description = text?.trim() || null
  if (description !== null && description.length > descriptionLengthMax) {
    throw badInput('description', `Description must be at most ${descriptionLengthMax} characters long`)
  }
  return description
}

interface Family {
  separator: string
  base: number
  groupBits: number
  addressBits: number
}

const v4Family: Family = { separator: '.', base: 10, groupBits: 8, addressBits: 32 }
const v6Family: Family = { separator: ':', base: 16, groupBits: 16, addressBits: 128 }

function parseGroups(address: string, { separator, base, groupBits }: Family): number[] {
  return address.split(separator).map((group) => {
    // Some programs read 010 as eight: RFC 6943, section 3.1.1.
    if (base === 10 && /^0\d/.test(group)) {
      throw badInput(
        'ipAddress',
        `Each group of an IPv4 address must be written without leading zeros, not as ${group}`,
      )
    }
    const value = Number.parseInt(group, base)
    if (value >= 2 ** groupBits)
      throw badInput('ipAddress', `Each group of an IPv4 address must be from 0 to 255, not ${group}`)
    return value
  })
}

function buildNetwork(groups: number[], maskText: string | undefined, family: Family): string {
  const { separator, base, groupBits, addressBits } = family
  const mask = maskText === undefined ? addressBits : Number(maskText)
  if (mask > addressBits) {
    const name = family === v4Family ? 'IPv4' : 'IPv6'
    throw badInput('ipAddress', `The mask of an ${name} range must be from 0 to ${addressBits}, not ${mask}`)
  }
  const masked = groups.map((group, index) => {
    const hostBits = Math.min(groupBits, Math.max(0, (index + 1) * groupBits - mask))
    return (group >> hostBits) << hostBits
  })
  return `${masked.map((group) => group.toString(base)).join(separator)}/${mask}`
}
