import type { Logger } from 'pino'
import type { WebSocket } from 'ws'

/** How much may wait in a socket for its client. One message more is accepted, however long. */
export const waitingBytesMax = 1024 * 1024

/** Above this, nothing more is read from the client: it brings no new work until it has taken what it has asked for. */
const readingBytesMax = 64 * 1024

/**
 * The output of a socket, bounded by what its client reads. A client that lets more than 1 MiB wait, or does not read
 * what waits within `drainMs`, loses its socket.
 */
export class SocketOutput {
  readonly #socket: WebSocket
  readonly #drainMs: number
  readonly #log: Logger
  /** Runs while nothing is read from the client. */
  #drainTimer: NodeJS.Timeout | undefined
  #isPongWaiting = false
  /** The newest ping that came meanwhile: RFC 6455, section 5.5.3, asks for no other answer. */
  #unansweredPing: Buffer | undefined

  constructor(socket: WebSocket, drainMs: number, log: Logger) {
    this.#socket = socket
    this.#drainMs = drainMs
    this.#log = log
    socket.on('ping', (data) => this.#pong(data))
    socket.once('close', () => clearTimeout(this.#drainTimer))
  }

  /** Sends a message; resolves when it is on its way, or the socket has closed. */
  send(data: string): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve()
    if (this.#socket.bufferedAmount > waitingBytesMax) {
      this.#cut('a client reads too slowly')
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      // A socket that broke reports that by its own events.
      this.#socket.send(data, () => {
        this.#watch()
        resolve()
      })
      this.#watch()
    })
  }

  #pong(data: Buffer): void {
    if (this.#isPongWaiting) {
      this.#unansweredPing = data
      this.#watch()
      return
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#isPongWaiting = true
    this.#socket.pong(data, false, () => {
      this.#isPongWaiting = false
      const next = this.#unansweredPing
      this.#unansweredPing = undefined
      if (next !== undefined) this.#pong(next)
      this.#watch()
    })
  }

  /** Reads from the client only while the client reads. */
  #watch(): void {
    const isBehind = this.#unansweredPing !== undefined || this.#socket.bufferedAmount > readingBytesMax
    if (isBehind === (this.#drainTimer !== undefined)) return
    if (isBehind) {
      this.#socket.pause()
      this.#drainTimer = setTimeout(() => this.#cut('a client does not read'), this.#drainMs)
    } else {
      this.#socket.resume()
      clearTimeout(this.#drainTimer)
      this.#drainTimer = undefined
    }
  }

  #cut(why: string): void {
    this.#log.warn({ waitingBytes: this.#socket.bufferedAmount, why }, 'socket cut')
    this.#socket.terminate()
  }
}
