import { connect as connectTcp, isIP } from 'node:net'
import type { Socket, TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ResetCode } from '@culvert/wire'
import { lookupWithLoopback } from '../net/loopback.ts'
import { describeConnectFailure } from '../net/connect-failure.ts'
import type { ConnectFailure } from '../net/connect-failure.ts'
import { SocketReader } from '../net/socket-reader.ts'
import { OriginConnection } from './origin-connection.ts'
import { KnownHeads } from './response-parser.ts'
import type { OriginTarget } from './target.ts'

/** Who waits for a connection. Gets exactly one of the two calls, unless it is cancelled. */
export interface ConnectionWaiter {
  onConnection(connection: OriginConnection): void
  onNoConnection(code: ResetCode, message: string): void
}

export interface PoolOptions {
  target: OriginTarget
  /** Whether a certificate that nobody vouches for is accepted (https only). */
  allowsAnyCertificate: boolean
  /** Connections that may be open at once, upgraded ones apart. Default 512. */
  connectionsMax?: number
  /** Time for a connection to come about, in milliseconds. Default 10 s. */
  connectTimeoutMs?: number
  /** Time that a request may wait while all connections are in use, in milliseconds. Default 30 s. */
  waitTimeoutMs?: number
}

/** An app that names no time may close after 2 s (gunicorn); a request must not meet that close on its way. */
const idleMsDefault = 1_500
const idleMsMax = 60_000
/** How long before the app's own time an idle connection is given up. */
const idleMarginMs = 1_000
const sweepMs = 500

const resetCodes: Record<ConnectFailure['kind'], ResetCode> = {
  refused: 'REFUSED',
  unresolved: 'REFUSED',
  unreachable: 'REFUSED',
  timeout: 'ORIGIN_TIMEOUT',
  'no-tls': 'ORIGIN_BAD_RESPONSE',
  untrusted: 'ORIGIN_BAD_RESPONSE',
}
const hints: Partial<Record<ConnectFailure['kind'], string>> = {
  'no-tls': 'forward to http:// instead',
  untrusted: '--allow-any-certificate skips this check',
}

/** Keep-alive connections to one app: the one used last is used next, so that the others can end. */
export class ConnectionPool {
  readonly #options: Required<PoolOptions>
  /** The one used last is at the end. */
  readonly #idle: OriginConnection[] = []
  readonly #open = new Set<Socket>()
  readonly #detached = new Set<Socket>()
  readonly #waiting: { waiter: ConnectionWaiter; untilMs: number }[] = []
  readonly #knownHeads = new KnownHeads()
  #connecting = 0
  /** The address that answered last: `localhost` may be ::1 or 127.0.0.1, and only one of them has the app. */
  #knownAddress: string | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(options: PoolOptions) {
    this.#options = { connectionsMax: 512, connectTimeoutMs: 10_000, waitTimeoutMs: 30_000, ...options }
  }

  /** An idle connection that the app still keeps; undefined when there is none. */
  takeIdle(): OriginConnection | undefined {
    const now = performance.now()
    for (;;) {
      const connection = this.#idle.pop()
      if (connection === undefined) return undefined
      if (!connection.socket.destroyed && connection.idleUntilMs > now) return connection
      connection.destroy()
    }
  }

  /** Asks for a connection: the next one that is made or released. */
  wait(waiter: ConnectionWaiter): void {
    this.#waiting.push({ waiter, untilMs: performance.now() + this.#options.waitTimeoutMs })
    this.#connectForWaiting()
  }

  /** The waiter needs no connection any more. */
  cancel(waiter: ConnectionWaiter): void {
    const index = this.#waiting.findIndex((entry) => entry.waiter === waiter)
    if (index !== -1) this.#waiting.splice(index, 1)
  }

  /** Takes a connection back that may serve another request. */
  release(connection: OriginConnection): void {
    const { socket, parser } = connection
    connection.user = undefined
    connection.isUsed = true
    if (!socket.writable) {
      connection.destroy()
      return
    }
    // The last chunk may have met backpressure: a socket that stays paused would never hear the next response.
    socket.resume()
    const idleMs = Math.min((parser.keepAliveMs ?? idleMsDefault + idleMarginMs) - idleMarginMs, idleMsMax)
    connection.idleUntilMs = performance.now() + idleMs
    this.#offer(connection)
  }

  /** The connection has left HTTP: it does not count any more and will not come back. */
  detach({ socket }: OriginConnection): void {
    this.#open.delete(socket)
    this.#detached.add(socket)
    socket.once('close', () => this.#detached.delete(socket))
    this.#connectForWaiting()
  }

  /** Ends the connections that have left HTTP: their protocols have no end that could be waited for. */
  closeDetached(): void {
    for (const socket of this.#detached) socket.destroy()
  }

  /** Tries to reach the app once, and says why when that fails. */
  probe(): Promise<{ code: ResetCode; message: string } | undefined> {
    return new Promise((resolve) => {
      this.#connect(
        (socket) => {
          socket.destroy()
          resolve(undefined)
        },
        (error) => resolve(this.#explain(error)),
      )
    })
  }

  /** Ends every connection, in use or not. */
  close(): void {
    clearInterval(this.#sweep)
    this.#waiting.length = 0
    for (const socket of this.#open) socket.destroy()
    this.closeDetached()
  }

  #offer(connection: OriginConnection): void {
    const next = this.#waiting.shift()
    if (next !== undefined) {
      next.waiter.onConnection(connection)
      return
    }
    this.#idle.push(connection)
    this.#sweep ??= setInterval(() => this.#sweepNow(), sweepMs).unref()
  }

  #connectForWaiting(): void {
    while (this.#connecting < this.#waiting.length && this.#open.size < this.#options.connectionsMax) {
      this.#connecting += 1
      this.#connect(
        (socket, reader) => {
          this.#connecting -= 1
          this.#offer(new OriginConnection(socket, reader, this.#knownHeads))
        },
        (error) => {
          this.#connecting -= 1
          const { code, message } = this.#explain(error)
          this.#waiting.shift()?.waiter.onNoConnection(code, message)
          this.#connectForWaiting()
        },
      )
    }
    if (this.#waiting.length > 0) this.#sweep ??= setInterval(() => this.#sweepNow(), sweepMs).unref()
  }

  /** Opens a socket; where the address known from before does not answer any more, the name is asked again. */
  #connect(onConnect: (socket: Socket, reader: SocketReader) => void, onFailure: (error: Error) => void): void {
    const { target, connectTimeoutMs } = this.#options
    const isKnown = this.#knownAddress !== undefined
    const reader = new SocketReader()
    const socket = this.#openSocket({
      onread: reader,
      host: this.#knownAddress ?? target.host,
      port: target.port,
      lookup: lookupWithLoopback,
      // An app may end its side and still read; after 101 each direction ends by itself.
      allowHalfOpen: true,
      autoSelectFamily: true,
    })
    socket.setNoDelay(true)
    this.#open.add(socket)
    const fail = (error: Error) => {
      socket.off('error', fail).on('error', () => {})
      socket.destroy()
      this.#open.delete(socket)
      if (!isKnown) return onFailure(error)
      this.#knownAddress = undefined
      this.#connect(onConnect, onFailure)
    }
    socket.on('error', fail)
    socket.setTimeout(connectTimeoutMs, () => fail(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail)
      socket.removeAllListeners('timeout')
      socket.setTimeout(0)
      socket.once('close', () => this.#closed(socket))
      this.#knownAddress = socket.remoteAddress
      onConnect(socket, reader)
    })
  }

  #openSocket(options: TcpNetConnectOpts): Socket {
    const { target, allowsAnyCertificate } = this.#options
    if (target.protocol === 'http:') return connectTcp(options)
    return connectTls({
      ...options,
      servername: isIP(target.host) === 0 ? target.host : undefined,
      rejectUnauthorized: !allowsAnyCertificate,
      ALPNProtocols: ['http/1.1'],
    })
  }

  #explain(error: Error): { code: ResetCode; message: string } {
    const { kind, message } = describeConnectFailure(error, this.#options.target.url)
    const hint = hints[kind]
    return { code: resetCodes[kind], message: hint === undefined ? message : `${message}; ${hint}` }
  }

  #closed(socket: Socket): void {
    this.#open.delete(socket)
    this.#connectForWaiting()
  }

  #sweepNow(): void {
    const now = performance.now()
    while (this.#idle[0] !== undefined && this.#idle[0].idleUntilMs <= now) this.#idle.shift()?.destroy()
    while (this.#waiting[0] !== undefined && this.#waiting[0].untilMs <= now) {
      const seconds = this.#options.waitTimeoutMs / 1000
      const message = `all ${this.#options.connectionsMax} connections to ${this.#options.target.url} were in use for ${seconds} s`
      this.#waiting.shift()?.waiter.onNoConnection('ORIGIN_TIMEOUT', message)
    }
    if (this.#idle.length > 0 || this.#waiting.length > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}
