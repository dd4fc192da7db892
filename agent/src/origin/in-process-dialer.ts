import type { Duplex } from 'node:stream'
import { makeConnectionPair } from '../net/connection-pair.ts'
import type { AppConnection } from '../net/connection-pair.ts'
import type { ChunkReader } from '@culvert/program/reading'
import type { OriginTarget } from '../net/target.ts'
import type { OriginFault } from './not-http.ts'
import type { OriginDialer } from './origin-dialer.ts'

/** An app in this process. */
export interface InProcessApp {
  /** Accepts a connection as a listening server would. Throws if the app accepts none. */
  accept(connection: AppConnection): void
}

/** Connects to an app in this process, without a socket. */
export class InProcessDialer implements OriginDialer {
  readonly target: OriginTarget
  hasAnswered = false
  readonly #app: InProcessApp

  /** `target` is the app's name; nothing needs to listen there. */
  constructor(app: InProcessApp, target: OriginTarget) {
    this.#app = app
    this.target = target
  }

  dial(
    sockets: Set<Duplex>,
    onConnect: (socket: Duplex, reader: ChunkReader) => void,
    onFailure: (fault: OriginFault) => void,
  ): void {
    const { near, far } = makeConnectionPair()
    try {
      this.#app.accept(far)
    } catch (error) {
      near.destroy()
      const why = error instanceof Error ? error.message : String(error)
      onFailure({ code: 'REFUSED', message: `the app in this process takes no connection (${why})` })
      return
    }
    const reader: ChunkReader = { onChunk: () => {} }
    sockets.add(near)
    onConnect(near, reader)
    near.on('data', (chunk: Buffer) => reader.onChunk(chunk))
  }

  acceptsTlsOnly(): Promise<boolean> {
    return Promise.resolve(false)
  }
}
