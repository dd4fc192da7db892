import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A socket whose frames the test writes itself. */
export class RawSocket {
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #socket: WebSocket
  readonly #messages: unknown[] = []
  #wake: () => void = () => undefined

  constructor(apiUrl: string, protocols: string[] = ['graphql-transport-ws']) {
    this.#socket = new WebSocket(`${apiUrl.replace('http', 'ws')}/graphql`, protocols)
    this.#socket.on('message', (data: Buffer) => {
      this.#messages.push(JSON.parse(data.toString()))
      this.#wake()
    })
    // The server's close frame counts, not how the client interprets it.
    this.#socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
  }

  /** Messages that were received and not read yet. */
  get unread(): readonly unknown[] {
    return this.#messages
  }

  /** Sends frames once the socket is open: text as it is, everything else as JSON. */
  async send(...frames: (string | Buffer | object)[]): Promise<this> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    for (const frame of frames) {
      this.#socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame))
    }
    return this
  }

  async next(): Promise<unknown> {
    while (this.#messages.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#messages.shift()
  }

  /** Returns the next message of a type, and drops those before it. */
  async nextOf(type: string): Promise<unknown> {
    for (;;) {
      const message = await this.next()
      if (typeof message === 'object' && message !== null && 'type' in message && message.type === type) return message
    }
  }

  /** Reads nothing until `resume`, not even the server's close. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  end(): void {
    this.#socket.terminate()
  }
}
