import type { Duplex } from 'node:stream'
import type { Share } from '@culvert/program'
import { lend, release } from '@culvert/program/memory'
import { BadResponse } from '../net/response-head.ts'
import type { ChunkReader } from '@culvert/program/reading'
import { ResponseParser } from './response-parser.ts'
import type { KnownHeads, ResponseReceiver } from './response-parser.ts'

/** The current user of a connection. */
export interface ConnectionUser extends ResponseReceiver {
  /** The visitor's network, by `networkOf`. */
  readonly network: string
  /** Reports whether its visitor or the app has been sending for longer than a short request takes. */
  isStreaming(nowMs: number): boolean
  /** Called when data from the app cannot be passed on; the connection is destroyed. */
  onBadResponse(error: BadResponse): void
  /** Called when the app closed its side after 101; bytes may still be sent to it. */
  onRawEnd(): void
  /** Called when the connection is lost before the user has released it. */
  onConnectionLost(error: Error | undefined): void
}

/** One connection to the app. It serves one user at a time; in between it waits in the pool. */
export class OriginConnection {
  readonly socket: Duplex
  readonly parser: ResponseParser
  user: ConnectionUser | undefined
  /** Whether it has served a request. */
  isUsed = false
  /** Whether it was kept for a future request. Only then may an app have closed it as idle, which is its right. */
  isKept = false
  /** Its user's part in the pool's bounds. Only the pool uses it. */
  slot: Share | undefined
  /** When it must no longer be used, in milliseconds of `performance.now()`; meaningful only while it is idle. */
  idleUntilMs = 0
  #error: Error | undefined

  constructor(socket: Duplex, reader: ChunkReader, knownHeads: KnownHeads) {
    this.socket = socket
    this.parser = new ResponseParser(knownHeads)
    reader.onChunk = (chunk) => this.#receive(chunk)
    socket.on('end', () => this.#ended())
    socket.on('error', (error) => {
      this.#error = error
    })
    socket.on('close', () => {
      this.user?.onConnectionLost(this.#error)
      this.user = undefined
    })
  }

  /** Ends the connection at once. Its user, if it still has one, gets no more calls. */
  destroy(): void {
    this.user = undefined
    this.socket.destroy()
  }

  #receive(chunk: Buffer): void {
    if (this.user === undefined) {
      // These bytes answer no request: taken for the next response, they would reach the wrong visitor.
      this.socket.destroy()
      return
    }
    lend(chunk, 'reader')
    try {
      this.parser.push(chunk, this.user)
      if (!this.parser.isHolding) release(chunk, 'reader')
    } catch (error) {
      if (!(error instanceof BadResponse)) throw error
      const { user } = this
      this.destroy()
      user?.onBadResponse(error)
    }
  }

  #ended(): void {
    if (this.user !== undefined && this.parser.isRaw) this.user.onRawEnd()
    else if (this.user === undefined || !this.parser.finish(this.user)) this.socket.destroy()
  }
}
