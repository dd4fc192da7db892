import type { Duplex } from 'node:stream'
import type { ChunkReader } from '@culvert/program/reading'
import type { OriginTarget } from '../net/target.ts'
import type { OriginFault } from './not-http.ts'

/** Opens connections to one app: over TCP, or to a server in this process. */
export interface OriginDialer {
  readonly target: OriginTarget
  /** Whether the app has answered a request since it was last away, so that its protocol is known. */
  hasAnswered: boolean
  /** Opens a connection. `sockets` holds the socket until it fails. The chunks of the reader belong to its receiver. */
  dial(
    sockets: Set<Duplex>,
    onConnect: (socket: Duplex, reader: ChunkReader) => void,
    onFailure: (fault: OriginFault) => void,
  ): void
  /** Reports whether the program at a plain address speaks TLS: asked when it closed silently, never about an app that has answered. */
  acceptsTlsOnly(): Promise<boolean>
}
