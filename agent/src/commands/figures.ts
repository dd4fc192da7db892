import type { TunnelFigures } from '../output/terminal-status.ts'
import type { Tunnel } from '../tunnel/tunnel.ts'

/** Adds up what tunnels carried; the round trip is the longest. */
export function sumFigures(tunnels: readonly Tunnel[]): TunnelFigures {
  const sum: TunnelFigures = { requestCount: 0, bytesIn: 0, bytesOut: 0, roundTripMs: undefined }
  for (const { traffic, roundTripMs } of tunnels) {
    sum.requestCount += traffic.requestCount
    sum.bytesIn += traffic.bytesIn
    sum.bytesOut += traffic.bytesOut
    if (roundTripMs !== undefined) sum.roundTripMs = Math.max(sum.roundTripMs ?? 0, roundTripMs)
  }
  return sum
}
