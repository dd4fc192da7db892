import { request } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { closeLater } from './queue.ts'

export interface VisitOptions {
  method?: string
  path?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

/** Sends one request, to demo.test unless a header names another host, and resolves with the complete answer. */
export async function visit(port: number, { method = 'GET', path = '/', headers, body }: VisitOptions = {}) {
  const sent = request({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { host: 'demo.test', ...headers },
    agent: false,
  })
  sent.end(body)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await text(response),
    trailers: response.trailers,
  }
}

/** A visitor that writes and reads raw bytes. All of 127.0.0.0/8 is this machine, so visitors can have different addresses. */
export function dialRaw(port: number, start = '', localAddress = '127.0.0.1'): RawVisitor {
  const visitor = new RawVisitor(connect({ port, host: '127.0.0.1', localAddress, noDelay: true, allowHalfOpen: true }))
  if (start !== '') visitor.socket.write(start, 'latin1')
  return visitor
}

export class RawVisitor {
  readonly socket: Socket
  /** What has arrived and was not read yet, as latin1. */
  received = ''
  #isEnded = false
  #change = Promise.withResolvers<void>()

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1')
      this.#tell()
    })
    const end = () => {
      this.#isEnded = true
      this.#tell()
    }
    socket.on('end', end).on('close', end).on('error', end)
    closeLater(() => socket.destroy())
  }

  /** Waits for text, and returns it with everything before it; throws if the connection ends first. */
  async readUntil(mark: string): Promise<string> {
    for (;;) {
      const at = this.received.indexOf(mark)
      if (at !== -1) {
        const taken = this.received.slice(0, at + mark.length)
        this.received = this.received.slice(taken.length)
        return taken
      }
      if (this.#isEnded) throw new Error(`The connection ended behind ${JSON.stringify(this.received)}`)
      await this.#change.promise
    }
  }

  /** Resolves with everything that arrives until the other side ends. */
  async readAll(): Promise<string> {
    while (!this.#isEnded) await this.#change.promise
    return this.received
  }

  #tell(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }
}
