import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a client may take, in milliseconds. */
export interface RequestTimeouts {
  /** To send a complete request. */
  requestMs: number
  /** Between two bytes of a request that it sends or of an answer that it reads. */
  idleMs: number
  /** To send its next request on a connection that is kept. */
  keepAliveMs: number
  /** To read a complete answer, from when its request began to be handled. */
  answerMs: number
}

export const defaultTimeouts: RequestTimeouts = {
  requestMs: 30_000,
  idleMs: 30_000,
  keepAliveMs: 5_000,
  answerMs: 600_000,
}

/** While more than this of an answer waits, nothing is read, so that only what the client reads counts as a sign of life. */
const waitingBytesMax = 16 * 1024

/** A client that sends this many requests ahead of an answer is malicious; no browser sends any. */
const waitingRequestsMax = 32

/** A request that waits for its turn. */
type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Makes a server handle the requests of a connection one after the other: the next when the previous answer has left this process.
 * node:http itself starts each as it arrives (HTTP pipelining), and keeps all their answers for a client that reads none.
 * A client that exceeds its times, or the number of requests that may wait, loses its connection. `handle` may take any time.
 */
export function serveInOrder(
  server: Server,
  handle: RequestListener,
  { requestMs, idleMs, keepAliveMs, answerMs }: RequestTimeouts = defaultTimeouts,
): void {
  const queues = new WeakMap<Socket, ConnectionQueue>()
  server.requestTimeout = requestMs
  server.timeout = idleMs
  server.keepAliveTimeout = keepAliveMs
  server.on('request', (request, response) => {
    const { socket } = request
    const queue = queues.get(socket) ?? new ConnectionQueue(socket, handle, answerMs)
    queues.set(socket, queue)
    queue.add([request, response])
  })
  server.on('timeout', (socket) => {
    if (!queues.get(socket)?.isHandling) socket.destroy()
  })
}

/** The requests of one connection. */
class ConnectionQueue {
  readonly #socket: Socket
  readonly #handle: RequestListener
  readonly #answerMs: number
  readonly #waiting: Exchange[] = []
  #current: Exchange | undefined

  constructor(socket: Socket, handle: RequestListener, answerMs: number) {
    this.#socket = socket
    this.#handle = handle
    this.#answerMs = answerMs
  }

  /** Reports whether a request waits for this process, rather than for the client. */
  get isHandling(): boolean {
    if (this.#current === undefined) return false
    const [request, response] = this.#current
    return request.complete && !response.headersSent
  }

  add(exchange: Exchange): void {
    if (this.#current === undefined) return this.#begin(exchange)
    if (this.#waiting.push(exchange) > waitingRequestsMax) this.#socket.destroy()
  }

  #begin(exchange: Exchange): void {
    const [request, response] = exchange
    this.#current = exchange
    const timer = setTimeout(() => this.#socket.destroy(), this.#answerMs).unref()
    // Not at once: node:http resumes reading when the request that it is parsing ends.
    response.once('prefinish', () => setImmediate(() => this.#waitForReader(exchange)))
    response.once('close', () => {
      clearTimeout(timer)
      this.#current = undefined
      if (this.#socket.destroyed) return
      this.#socket.resume()
      const next = this.#waiting.shift()
      if (next !== undefined) this.#begin(next)
    })
    this.#handle(request, response)
  }

  #waitForReader(exchange: Exchange): void {
    const isWaiting = this.#current === exchange && this.#socket.writableLength > waitingBytesMax
    if (isWaiting) this.#socket.pause()
  }
}
