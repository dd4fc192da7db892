import { connect, type Socket } from 'node:net'
import type { Door } from '../tunnel/contestants/contestant.ts'
import { downloadPath } from '../tunnel/origin.ts'

/** How somebody reads: not at all, a little at a time, or as fast as he can. */
export type Pace = 'stalled' | 'slow' | 'full'

const slowBytes = 64 * 1024
const slowEveryMs = 100

/** A visitor who asks for the large file, again and again, and reads it at his own pace. */
export class GreedyReader {
  readonly #door: Door
  readonly #pace: Pace
  #socket: Socket
  #timer: NodeJS.Timeout | undefined

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
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${downloadPath} HTTP/1.1\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`)
    socket.on('error', () => {})
    socket.once('close', () => (this.#socket = this.#ask()))
    clearInterval(this.#timer)
    if (this.#pace === 'stalled') socket.pause()
    else this.#read(socket)
    return socket
  }

  #read(socket: Socket): void {
    let taken = 0
    socket.on('data', (chunk) => {
      taken += chunk.length
      if (this.#pace === 'slow' && taken >= slowBytes) socket.pause()
    })
    if (this.#pace === 'full') return
    this.#timer = setInterval(() => {
      taken = 0
      socket.resume()
    }, slowEveryMs)
  }
}
