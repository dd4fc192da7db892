import { findRangeProblem } from '@culvert/schema/ip-range'
import type { Selectable } from 'kysely'
import { badInput } from '../../ground/errors.ts'
import { toNetwork } from '../../ground/networks.ts'
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
  const problem = findRangeProblem(text)
  if (problem) throw badInput('ipAddress', problem.reason)
  const ipAddress = text.trim().toLowerCase()
  return { ipAddress, network: toNetwork(ipAddress) }
}
