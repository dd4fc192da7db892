import type { Socket } from 'node:net'
import type { Peer } from './origin.ts'

/** A connection whose client asks for a specific process of this edge, with what has been read of it. */
export interface AddressedConnection {
  process: number
  /** Whether it arrived at the HTTPS port. */
  isSecure: boolean
  received: Buffer
}

/** Reaches the other processes of this edge. */
export interface ConnectionHandoff {
  /**
   * Passes a connection to the process that its client asks for. Returns false if this process must serve it: it is the process asked
   * for, that process does not run, or the client has asked too often.
   */
  pass(socket: Socket, connection: AddressedConnection, peer: Peer): boolean
}
