import { connect, type Socket } from 'node:net'
import type { EntryPoint } from '../tunnel/contestants/contestant.ts'
import { downloadPath } from '../tunnel/origin.ts'

/** How a visitor reads: not at all, a little at a time, or as fast as possible. */
export type Pace = 'stalled' | 'slow' | 'full'

const slowBytes = 64 * 1024
const slowEveryMs = 100

/** A visitor that requests the large file again and again, and reads it at its own pace. */
export class GreedyReader {
  readonly #entryPoint: EntryPoint
  readonly #pace: Pace
  #socket: Socket
  #timer: NodeJS.Timeout | undefined
  /** Bytes since a slow reader's last pause. */
  #bytesSincePause = 0

  constructor(entryPoint: EntryPoint, pace: Pace) {
    this.#entryPoint = entryPoint
    this.#pace = pace
    this.#socket = this.#request()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#socket.removeAllListeners('close').destroy()
  }

  #request(): Socket {
    const { port, hostHeader } = this.#entryPoint
    // Read into one buffer, because collecting garbage would take CPU time from the measured programs.
    const onread = { buffer: Buffer.alloc(slowBytes), callback: (bytes: number) => this.#countBytes(bytes) }
    const socket = connect({ port, host: '127.0.0.1', onread })
    socket.write(`GET ${downloadPath} HTTP/1.1\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`)
    socket.on('error', () => {})
    socket.once('close', () => (this.#socket = this.#request()))
    if (this.#pace === 'stalled') socket.pause()
    if (this.#pace === 'slow') this.#readSlowly(socket)
    return socket
  }

  /** Returns whether to continue reading. */
  #countBytes(bytes: number): boolean {
    this.#bytesSincePause += bytes
    return this.#pace === 'full' || this.#bytesSincePause < slowBytes
  }

  #readSlowly(socket: Socket): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => {
      this.#bytesSincePause = 0
      socket.resume()
    }, slowEveryMs)
  }
}
