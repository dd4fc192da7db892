import { formatCount } from './format.ts'

/** The limit of a plan that means no limit. */
export const unlimited = -1

/** How no limit is written. */
export const infinity = '∞'

/** Data is counted in units of 1024. */
export const bytesPerGb = 1024 ** 3

/** Whether one more fits under a plan's limit. */
export function hasRoom(used: number, limit: number): boolean {
  return limit === unlimited || used < limit
}

/** Of which share of a limit on readers are warned. */
const nearShare = 0.8

/** How close to a limit something is; undefined while there is no need to say so. */
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
  return limitGb === unlimited ? infinity : `${formatCount(limitGb)} GB`
}

/** The same of a limit in bytes. */
export function formatByteLimit(limit: number): string {
  return formatGb(limit === unlimited ? unlimited : limit / bytesPerGb)
}

/** The day in UTC on which the monthly figures begin anew, as YYYY-MM-DD. */
export function getResetDay(nowMs: number): string {
  const now = new Date(nowMs)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
