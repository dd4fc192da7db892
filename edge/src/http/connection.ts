import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { FaultBearer } from '@culvert/program/guard'
import type { FaultReport } from '../reporting.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { memoryReason } from '../tunnels/kept-bytes.ts'
import type { Cause, Visitor } from '../visitor.ts'
import type { ConnectionShare, Excess } from './connection-counts.ts'
import type { HttpTiming } from './options.ts'
import type { ConnectionHandoff } from './connection-handoff.ts'
import type { Refusal } from './refusal.ts'
import type { Peer } from './origin.ts'

/** Why a connection is cut: its client has too many, is too slow, or makes the edge do or keep too much. */
export type CutReason = Excess | 'slow-head' | 'slow-body' | 'slow-reader' | 'flood' | 'memory'

/** Called for each connection that is cut. */
export type OnCut = (reason: CutReason) => void

/** Called for each request that the ingress refuses; if the request has an id, the answer has the same. */
export type OnRefused = (refusal: Refusal) => void

/** Receives each request; must attach a handler or answer before it returns. */
export type OnVisitor = (visitor: Visitor) => void

/** A client's connection as the ingress sees it, for any version of HTTP. */
export interface HttpConnection extends FaultBearer {
  /** The bytes that wait here because nobody reads them: of what the client has sent, and of answers that are complete. */
  readonly heldBytes: number
  /** Ends the connection as soon as it is idle. */
  drain(): void
  /** Ends the connection, whatever its state. */
  cut(): void
  /** Ends the connection if it has waited too long. Called at short intervals; `nowMs` is a time of the monotonic clock. */
  checkTime(nowMs: number): void
  /** Ends the connection, and its requests, because too many bytes wait here. */
  endForMemory(): void
}

/** Why a request ended whose connection was ended for what it kept. */
export const memoryCause: Cause = { code: undefined, detail: memoryReason }

/** The client at the other end of a connection, and the connection's part in the caps. */
export interface Arrival {
  readonly peer: Peer
  readonly share: ConnectionShare
}

/** The host shared by all connections of an ingress. */
export interface ConnectionHost {
  readonly timing: HttpTiming
  /** The header lines of an answer that keeps the connection. */
  readonly keepAliveLines: string
  readonly errorPages: ErrorPages
  readonly onVisitor: OnVisitor
  readonly onCut: OnCut
  readonly onRefused: OnRefused
  readonly reportFault: FaultReport
  /** Passes connections to the other processes of this edge; undefined if it has only one. */
  readonly handoff: ConnectionHandoff | undefined
  /** Whether the ingress will close soon, so that answers close their connections. */
  readonly isLeaving: boolean
  /** Whether the ingress is closing, so that no connection is kept. */
  readonly isClosing: boolean
  forget(connection: HttpConnection): void
}

/**
 * Ends a connection with a reset, so that what was sent before does not pass for a whole answer. If a FIN is already under
 * way, libuv refuses the reset (uv_tcp_close_reset, EINVAL), and Node then forgets the handle without closing
 * it: the descriptor would leak, and the process could never end. Such a connection is closed normally. So is one with
 * TLS, which Node cannot reset: without the closing alert, its end does not pass for a whole answer either (RFC 8446, section 6.1).
 */
export function resetConnection(socket: Socket): void {
  if (socket.writableEnded || socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

/** Handles the faults of a connection without a request, which is destroyed. `end` is called in any case, possibly for the second time. */
export function bearerOf(transport: Duplex, reportFault: FaultReport, end?: () => void): FaultBearer {
  return {
    bearerName: transport instanceof Socket ? (transport.remoteAddress ?? '') : '',
    onFault: (error, place) => {
      reportFault(error, place)
      transport.destroy()
      end?.()
    },
  }
}
