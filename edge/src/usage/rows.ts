import type { UsageRowInput } from '@culvert/schema/client-types'

/** Returns the key of a row: rows of one key add up. A journal of an older edge has rows without labels. */
export function keyOf({ date, accountId, gatewayId, label }: UsageRowInput): string {
  return `${date} ${accountId} ${gatewayId} ${label ?? ''}`
}

/** Adds the figures of a row to another of its key. */
export function addTo(sum: UsageRowInput, row: UsageRowInput): void {
  sum.requests += row.requests
  sum.failedRequests += row.failedRequests
  sum.dataIn += row.dataIn
  sum.dataOut += row.dataOut
  sum.connectedSeconds += row.connectedSeconds
}
