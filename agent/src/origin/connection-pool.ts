import assert from 'node:assert/strict'
import type { Duplex } from 'node:stream'
import { Shares } from '@culvert/program'
import type { Share } from '@culvert/program'
import type { ResetCode } from '@culvert/wire'
import type { OriginFault } from './not-http.ts'
import { OriginConnection } from './origin-connection.ts'
import type { InProcessApp } from './in-process-dialer.ts'
import { InProcessDialer } from './in-process-dialer.ts'
import type { OriginDialer } from './origin-dialer.ts'
import { KnownHeads } from './response-parser.ts'
import { TcpDialer } from './tcp-dialer.ts'
import type { TcpDialerOptions } from './tcp-dialer.ts'
import { connectionsMaxDefault, streamsMaxDefault } from './bounds.ts'
import { RequestQueue } from './request-queue.ts'

/** Waits for a connection. Exactly one of the two is called, unless the waiter is cancelled. */
export interface ConnectionWaiter {
  /** The visitor's network, by `networkOf`. */
  readonly network: string
  onConnection(connection: OriginConnection): void
  onNoConnection(code: ResetCode, message: string): void
}

export interface PoolOptions extends Omit<TcpDialerOptions, 'connectTimeoutMs'> {
  /** The app, if it is in this process: then the target is not dialled. */
  inProcess?: InProcessApp
  /** How many requests may be at the app at once, not counting streams. Default 512. */
  connectionsMax?: number
  /** How many streams may be open at once, upgraded connections included. Default 8,192. */
  streamsMax?: number
  /** How long connecting may take, in milliseconds. Default 10 s. */
  connectTimeoutMs?: number
  /** How long a request may wait while all connections are in use, in milliseconds. Default 30 s. */
  waitTimeoutMs?: number
}

/** An app that states no time may close after 2 s (gunicorn); a request must not cross that close. */
const idleMsDefault = 1_500
const idleMsMax = 60_000
/** How long before the app's own limit an idle connection is dropped. */
const idleMarginMs = 1_000
const sweepMs = 500

/**
 * Keep-alive connections to one app: the most recently used one is used next, so that the others can end. The number of requests at
 * the app is bounded, and so is the share of one network. Streams are counted separately, because they may
 * never end, and cost the app little.
 */
export class ConnectionPool {
  readonly dialer: OriginDialer
  readonly #waitTimeoutMs: number
  readonly #requests: Shares
  readonly #streams: Shares
  readonly #queue = new RequestQueue<ConnectionWaiter>()
  /** Waiters that have a place but no connection yet. The first gets the next connection that is made or released. */
  readonly #admitted: { waiter: ConnectionWaiter; slot: Share }[] = []
  /** The most recently used one is at the end. */
  readonly #idle: OriginConnection[] = []
  /** Every socket, including those not connected yet. */
  readonly #sockets = new Set<Duplex>()
  readonly #connections = new Set<OriginConnection>()
  readonly #detached = new Set<Duplex>()
  readonly #knownHeads = new KnownHeads()
  #connecting = 0
  #sweep: NodeJS.Timeout | undefined

  constructor({
    connectionsMax = connectionsMaxDefault,
    streamsMax = streamsMaxDefault,
    connectTimeoutMs = 10_000,
    waitTimeoutMs = 30_000,
    inProcess,
    ...dialerOptions
  }: PoolOptions) {
    this.dialer =
      inProcess === undefined
        ? new TcpDialer({ connectTimeoutMs, ...dialerOptions })
        : new InProcessDialer(inProcess, dialerOptions.target)
    this.#waitTimeoutMs = waitTimeoutMs
    this.#requests = new Shares(connectionsMax, networkShareOf(connectionsMax))
    this.#streams = new Shares(streamsMax, networkShareOf(streamsMax))
  }

  /** Requests a connection. The waiter may be called before this returns. `isFresh` excludes connections of the pool. */
  request(waiter: ConnectionWaiter, isFresh = false): void {
    const share = this.#requests.take(waiter.network)
    if (share === undefined) {
      this.#queue.add(waiter, performance.now() + this.#waitTimeoutMs)
      this.#sweep ??= setInterval(() => this.#sweepNow(), sweepMs).unref()
    } else {
      this.#admit(waiter, share, isFresh)
    }
  }

  /** Called when the waiter no longer needs a connection. */
  cancel(waiter: ConnectionWaiter): void {
    this.#queue.delete(waiter)
    const index = this.#admitted.findIndex((entry) => entry.waiter === waiter)
    const [entry] = index === -1 ? [] : this.#admitted.splice(index, 1)
    if (entry !== undefined) this.#releaseSlot(entry.slot)
  }

  /** Takes back a connection that may serve another request. */
  release(connection: OriginConnection): void {
    const { socket, parser } = connection
    connection.user = undefined
    connection.isUsed = true
    connection.isKept = true
    if (!socket.writable) {
      connection.destroy()
      return
    }
    // The last chunk may have met backpressure: a socket that stays paused would never receive the next response.
    socket.resume()
    const idleMs = Math.min((parser.keepAliveMs ?? idleMsDefault + idleMarginMs) - idleMarginMs, idleMsMax)
    connection.idleUntilMs = performance.now() + idleMs
    const slot = takeSlot(connection)
    this.#offer(connection)
    this.#releaseSlot(slot)
  }

  /** Counts the connection as a stream from now on, if there is room for another: its response may never end. */
  beginStream(connection: OriginConnection): void {
    const { slot, user } = connection
    if (slot?.of !== this.#requests || user === undefined) return
    const stream = this.#streams.take(user.network)
    if (stream === undefined) return
    connection.slot = stream
    this.#releaseSlot(slot)
  }

  /** Called when a connection has switched from HTTP: it will not return to the pool. */
  detach(connection: OriginConnection): void {
    this.beginStream(connection)
    const { socket } = connection
    this.#detached.add(socket)
    socket.once('close', () => this.#detached.delete(socket))
  }

  /** Ends the connections that have switched from HTTP, because they may never end on their own. */
  closeDetached(): void {
    for (const socket of this.#detached) socket.destroy()
  }

  /** Tries to reach the app once, and returns the reason if that fails. */
  probe(): Promise<OriginFault | undefined> {
    return new Promise((resolve) => {
      this.dialer.dial(
        this.#sockets,
        (socket) => {
          this.#sockets.delete(socket)
          socket.on('error', () => {}).destroy()
          resolve(undefined)
        },
        resolve,
      )
    })
  }

  /** Ends every connection, in use or not. */
  close(): void {
    clearInterval(this.#sweep)
    this.#queue.clear()
    this.#admitted.length = 0
    for (const socket of this.#sockets) socket.destroy()
  }

  #admit(waiter: ConnectionWaiter, slot: Share, isFresh: boolean): void {
    const idle = isFresh ? undefined : this.#takeIdle()
    if (idle !== undefined) {
      this.#assign(idle, waiter, slot)
      return
    }
    this.#admitted.push({ waiter, slot })
    if (this.#connecting < this.#admitted.length) this.#connect()
  }

  /** Returns an idle connection that the app still keeps open; undefined if there is none. */
  #takeIdle(): OriginConnection | undefined {
    const now = performance.now()
    for (;;) {
      const connection = this.#idle.pop()
      if (connection === undefined) return undefined
      if (!connection.socket.destroyed && connection.idleUntilMs > now) return connection
      connection.destroy()
    }
  }

  #assign(connection: OriginConnection, waiter: ConnectionWaiter, slot: Share): void {
    assert(connection.slot === undefined, 'A connection has one place at a time, and gives it back')
    connection.slot = slot
    waiter.onConnection(connection)
  }

  #offer(connection: OriginConnection): void {
    const next = this.#admitted.shift()
    if (next !== undefined) {
      this.#assign(connection, next.waiter, next.slot)
      return
    }
    connection.isKept = true
    this.#idle.push(connection)
    this.#sweep ??= setInterval(() => this.#sweepNow(), sweepMs).unref()
  }

  #connect(): void {
    this.#connecting += 1
    this.dialer.dial(
      this.#sockets,
      (socket, reader) => {
        this.#connecting -= 1
        const connection = new OriginConnection(socket, reader, this.#knownHeads)
        // The request that it was made for may have been given another connection.
        connection.idleUntilMs = performance.now() + idleMsDefault
        this.#connections.add(connection)
        socket.once('close', () => this.#closed(connection))
        this.#offer(connection)
      },
      ({ code, message }) => {
        this.#connecting -= 1
        const next = this.#admitted.shift()
        if (next === undefined) return
        next.waiter.onNoConnection(code, message)
        this.#releaseSlot(next.slot)
      },
    )
  }

  #closed(connection: OriginConnection): void {
    this.#sockets.delete(connection.socket)
    this.#connections.delete(connection)
    this.#releaseSlot(takeSlot(connection))
  }

  /** Returns a place, and admits the next waiter for one. */
  #releaseSlot(slot: Share | undefined): void {
    if (slot === undefined) return
    slot.of.leave(slot)
    while (this.#queue.size > 0 && !this.#requests.isFull) {
      const next = this.#queue.take((network) => !this.#requests.isUsedUp(network))
      if (next === undefined) return
      this.#admit(next, this.#requests.enter(next.network), false)
    }
  }

  #sweepNow(): void {
    const now = performance.now()
    while (this.#idle[0] !== undefined && this.#idle[0].idleUntilMs <= now) this.#idle.shift()?.destroy()
    // Only now does it matter which requests at the app are slow.
    if (this.#queue.size > 0) {
      for (const connection of this.#connections) if (connection.user?.isStreaming(now)) this.beginStream(connection)
    }
    for (const waiter of this.#queue.takeExpired(now)) {
      waiter.onNoConnection('AGENT_FULL', this.#describeExhaustion(waiter.network))
    }
    if (this.#idle.length > 0 || this.#queue.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  /** Explains why a request got no connection. Visitors read it too: it names the bound, and nothing about this machine. */
  #describeExhaustion(network: string): string {
    const { isFull, max, shareMax } = this.#requests
    const what = isFull
      ? `all ${max} connections that the agent may have open to the app`
      : `the ${shareMax} of ${max} connections to the app that one network may use`
    const used = `${what} were in use for ${this.#waitTimeoutMs / 1_000} s`
    const streams = this.#streams
    if (!streams.isFull && !streams.isUsedUp(network)) return `${used}; --max-connections allows more`
    const streamBound = streams.isFull ? streams.max : streams.shareMax
    return `${used}, and so were the ${streamBound} for streams; --max-connections and --max-streams allow more`
  }
}

function takeSlot(connection: OriginConnection): Share | undefined {
  const { slot } = connection
  connection.slot = undefined
  return slot
}

/** The share of one network. */
function networkShareOf(max: number): number {
  return Math.ceil(max / 2)
}
