import type { ErrorPages } from '../pages/error-pages.ts'
import type { ConnectionShare } from './connection-counts.ts'
import type { IngressLimits, OnCut, OnVisitor, Peer } from './visitor.ts'

/** A visitor's connection as its ingress sees it, whatever is spoken on it. */
export interface IngressConnection {
  /** Ends the connection as soon as nothing is under way on it. */
  drain(): void
  /** Ends the connection, whatever happens on it. */
  cut(): void
  /** Looks, now and then, whether what is awaited takes too long. `nowMs` is of a clock that only goes forward. */
  checkTime(nowMs: number): void
}

/** Who came on a connection. */
export interface Arrival {
  readonly peer: Peer
  readonly share: ConnectionShare
}

/** What all connections of an ingress share. */
export interface ConnectionHost {
  readonly limits: IngressLimits
  /** The lines of an answer behind which the connection is kept. */
  readonly keepingLines: string
  readonly errorPages: ErrorPages
  readonly onVisitor: OnVisitor
  readonly onCut: OnCut
  /** No connection is kept any more. */
  readonly isClosing: boolean
  forget(connection: IngressConnection): void
}
