import { formatCount } from '@culvert/schema/units'
import pc from 'picocolors'
import { describeReconnecting, formatBytes } from './text.ts'

/** The figures that the status line shows besides the state. */
export interface TunnelStatistics {
  requestCount: number
  bytesIn: number
  bytesOut: number
  roundTripMs: number | undefined
}

/** The state of one tunnel. */
export type TunnelState =
  | { kind: 'connected' | 'ended' }
  | { kind: 'waiting'; forwardingTo: string }
  | { kind: 'reconnecting'; reason: string; untilMs: number }

/** Describes the state of the tunnels in one line, problems first. */
export function describeStatus(states: ReadonlyMap<string, TunnelState>, figures: TunnelStatistics): string {
  const all = [...states]
  const several = all.length > 1
  for (const [name, state] of all) {
    if (state.kind === 'waiting') return `  ${pc.yellow('◌')} Waiting for an app on ${state.forwardingTo}`
    if (state.kind !== 'reconnecting') continue
    const text = describeReconnecting(state.reason, Math.max(state.untilMs - performance.now(), 0))
    return `  ${pc.yellow('◌')} ${several ? `${name}: ` : ''}${text}`
  }
  const open = all.filter(([, { kind }]) => kind === 'connected').length
  if (open === 0) return `  ${pc.yellow('◌')} Connecting`
  const { requestCount, bytesIn, bytesOut, roundTripMs } = figures
  const parts = [
    ...(roundTripMs === undefined ? [] : [`edge ${Math.round(roundTripMs)} ms`]),
    formatCount(requestCount, 'request'),
    `${formatBytes(bytesIn)} in`,
    `${formatBytes(bytesOut)} out`,
    'Ctrl-C stops',
  ]
  const state = several ? `${open} of ${all.length} connected` : 'Connected'
  return `  ${pc.green('●')} ${state} ${pc.dim(`· ${parts.join(' · ')}`)}`
}
