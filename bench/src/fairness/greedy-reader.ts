import { connect, type Socket } from 'node:net'
import type { Door } from '../tunnel/contestants/contestant.ts'
import { downloadPath } from '../tunnel/origin.ts'

/** How a visitor reads: not at all, a little at a time, or as fast as possible. */
export type Pace = 'stalled' | 'slow' | 'full'

const slowBytes = 64 * 1024
const slowEveryMs = 100

/** A visitor that requests the large file again and again, and reads it at its own pace. */
export class GreedyReader {
  readonly #door: Door
  readonly #pace: Pace
  #socket: Socket
  #timer: NodeJS.Timeout | undefined
  /** Bytes since a slow reader's last pause. */
  #taken = 0

  constructor(door: Door, pace: Pace) {
    this.#door = door
    this.#pace = pace
    this.#socket = this.#ask()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#socket.removeAllListeners('close').destroy()
  }

  #ask(): Socket {
    const { port, hostHeader } = this.#door
    // Read into one buffer, because collecting garbage would take CPU time from the measured programs.
    const onread = { buffer: Buffer.alloc(slowBytes), callback: (bytes: number) => this.#take(bytes) }
    const socket = connect({ port, host: '127.0.0.1', onread })
    socket.write(`GET ${downloadPath} HTTP/1.1\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`)
    socket.on('error', () => {})
    socket.once('close', () => (this.#socket = this.#ask()))
    if (this.#pace === 'stalled') socket.pause()
    if (this.#pace === 'slow') this.#readSlowly(socket)
    return socket
  }

  /** Returns whether to continue reading. */
  #take(bytes: number): boolean {
    this.#taken += bytes
    return this.#pace === 'full' || this.#taken < slowBytes
  }

  #readSlowly(socket: Socket): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => {
      this.#taken = 0
      socket.resume()
    }, slowEveryMs)
  }
}
