import { bytesPerGb, unlimited } from '@culvert/schema/units'
import { formatCount } from './format.ts'

/** The text for no limit. */
export const infinity = '∞'

/** The share of a limit from which readers are warned. */
const nearShare = 0.8

/** Returns how close to a limit a value is; undefined below the share that warns. */
export function findLimitWarning(used: number, limit: number): 'near' | 'reached' | undefined {
  if (limit === unlimited || used === 0 || used < limit * nearShare) return undefined
  return used < limit ? 'near' : 'reached'
}

/** A plan's limit, for example 3 or ∞. */
export function formatLimit(limit: number): string {
  return limit === unlimited ? infinity : formatCount(limit)
}

/** A plan's limit of data, for example 5 GB or ∞. */
export function formatGb(limitGb: number): string {
  return limitGb === unlimited ? infinity : `${formatCount(limitGb)}\u00A0GB`
}

/** A plan's limit in bytes, for example 5 GB or ∞. */
export function formatByteLimit(limit: number): string {
  return formatGb(limit === unlimited ? unlimited : limit / bytesPerGb)
}

/** The day in UTC on which the monthly figures start over, as YYYY-MM-DD. */
export function getResetDay(nowMs: number): string {
  const now = new Date(nowMs)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
