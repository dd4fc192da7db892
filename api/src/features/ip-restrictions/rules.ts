import { findRangeComplaint } from '@culvert/schema/ip-range'
import type { Selectable } from 'kysely'
import { badInput } from '../../ground/errors.ts'
import type { IpRestrictionTable } from './table.ts'

/** An address or range whose visitors an account's tunnels refuse. */
export type IpRestriction = Omit<Selectable<IpRestrictionTable>, 'network'>

/** A valid address or range. */
export interface Range {
  /** The text as it was given, in lowercase. */
  ipAddress: string
  /** The canonical CIDR form: always with a mask, the bits behind it cleared, and no leading zeros. */
  network: string
}

/** Parses an IPv4 address or a full IPv6 address, with or without a mask. */
export function parseRange(text: string): Range {
  const complaint = findRangeComplaint(text)
  if (complaint) throw badInput('ipAddress', complaint.reason)
  const ipAddress = text.trim().toLowerCase()
  const [address = '', mask] = ipAddress.split('/')
  return { ipAddress, network: buildNetwork(address, mask, address.includes(':') ? v6Family : v4Family) }
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
