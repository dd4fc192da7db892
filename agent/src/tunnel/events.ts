import type { ResetCode } from '@culvert/wire'

/** An event of an open tunnel. With --json each event is a line that begins with the time and has its fields in this order. */
export type TunnelEvent =
  /** The tunnel will be opened once the app accepts connections. */
  | { event: 'waiting'; forwardingTo: string }
  /** The public URL leads to the app: the edge has the hostname and the connection to this agent is open. Sent once. */
  | { event: 'ready'; publicUrl: string; forwardingTo: string; agentId: string; dashboardUrl: string; pool?: true }
  /** The connection to the edge is open, initially and again after each loss. */
  | { event: 'connected' }
  /** The connection is lost, or could not be opened; another attempt follows after `delayMs`. */
  | { event: 'reconnecting'; reason: string; delayMs: number }
  /** A response began that may never end: an upgraded connection or an event stream. `request` follows at its end. */
  | { event: 'stream'; method: string; path: string; status: number }
  /**
   * A request has ended. `firstByteMs` is the time until its response began, `durationMs` until the end; `status` 499: the
   * visitor left earlier.
   */
  | {
      event: 'request'
      method: string
      path: string
      status: number
      durationMs: number
      firstByteMs: number
      bytesIn: number
      bytesOut: number
    }
  /** The app gave no response, or an incomplete one; the visitor sees an error page or a broken connection. */
  | {
      event: 'request-failed'
      method: string
      path: string
      code: ResetCode | 'SESSION_LOST'
      message: string
      durationMs: number
    }
  | { event: 'warning'; message: string }

/** The events of one kind. */
export type TunnelEventOf<Kind extends TunnelEvent['event']> = Extract<TunnelEvent, { event: Kind }>
