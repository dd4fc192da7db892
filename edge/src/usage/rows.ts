import type { UsageRowInput } from '@culvert/schema/client-types'

/** Returns the key of a row: rows with the same key add up. Journals of older edges have rows without labels. */
export function keyOf({ date, accountId, gatewayId, label }: UsageRowInput): string {
  return `${date} ${accountId} ${gatewayId} ${label ?? ''}`
}

/** Adds the figures of a row to another with the same key. */
export function addTo(sum: UsageRowInput, row: UsageRowInput): void {
  sum.requests += row.requests
  sum.failedRequests += row.failedRequests
  sum.dataIn += row.dataIn
  sum.dataOut += row.dataOut
  sum.connectedSeconds += row.connectedSeconds
}
