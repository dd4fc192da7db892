import type { Socket } from 'node:net'
import type { HeaderField } from '@culvert/wire'
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

const protocolPrefix = 'culvert-process-'
const fieldName = 'culvert-process'
const ownTargets = '/.culvert/'

/** Returns the process that a client names among the protocols of its ClientHello; undefined when it names none. */
export function findPlaceInProtocols(protocols: readonly string[]): number | undefined {
  const [first = ''] = protocols
  return first.startsWith(protocolPrefix) ? readNumber(first.slice(protocolPrefix.length)) : undefined
}

/** Returns the process that an agent or another edge names in its request; undefined when it names none. */
export function findPlaceInRequest(target: string, fields: readonly HeaderField[]): number | undefined {
  if (!target.startsWith(ownTargets)) return undefined
  const value = fields.find(([name]) => name.toLowerCase() === fieldName)?.[1]
  return value === undefined ? undefined : readNumber(value)
}

function readNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}
