import type { TunnelStatistics } from '../output/terminal-status.ts'
import type { Traffic } from '../origin/exchange-record.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'

/** Adds a tunnel's traffic to a sum. */
export function addTraffic(sum: Traffic, { requestCount, bytesIn, bytesOut }: Readonly<Traffic>): void {
  sum.requestCount += requestCount
  sum.bytesIn += bytesIn
  sum.bytesOut += bytesOut
}

/** Adds the traffic of open tunnels to that of earlier ones; the round trip is the longest. */
export function sumStatistics(former: Readonly<Traffic>, tunnels: readonly Tunnel[]): TunnelStatistics {
  const sum: TunnelStatistics = { ...former, roundTripMs: undefined }
  for (const { traffic, roundTripMs } of tunnels) {
    addTraffic(sum, traffic)
    if (roundTripMs !== undefined) sum.roundTripMs = Math.max(sum.roundTripMs ?? 0, roundTripMs)
  }
  return sum
}
