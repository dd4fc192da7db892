import type { Socket } from 'node:net'
import type { Peer } from './origin.ts'

/** A connection whose client wants a certain process of this edge, with what has been read of it. */
export interface PlacedConnection {
  process: number
  /** Whether it came to the port of HTTPS. */
  isSecure: boolean
  received: Buffer
}

/** The way to the other processes of this edge. */
export interface Placing {
  /**
   * Passes a connection to the process that its client wants. Returns false when this one is to serve it: that is the process, it does not
   * run, or the client has asked too often.
   */
  pass(socket: Socket, connection: PlacedConnection, peer: Peer): boolean
}
