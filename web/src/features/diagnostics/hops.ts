import type { ConnectionHop, ConnectionState } from '../../graphql/generated/graphql.ts'
import type { HopState } from './HopList.tsx'

/** The names of the hops, in the order that a request takes. */
export const hopNames: Record<ConnectionHop, string> = {
  NAME: 'Name look-up',
  SERVER: 'Server',
  TLS: 'Certificate',
  EDGE: 'Edge',
  AGENT: 'Agent',
  APP: 'Your app',
}

/** How each state of a hop is shown. */
export const hopStates: Record<ConnectionState, HopState> = { OK: 'ok', FAILED: 'failed', SKIPPED: 'unreached' }

/** Formats a time in milliseconds for readers, for example `12 ms`, never broken over two lines. */
export function formatMilliseconds(ms: number): string {
  return ms < 1 ? '<\u00a01\u00a0ms' : `${Math.round(ms)}\u00a0ms`
}
