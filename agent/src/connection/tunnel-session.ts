import type { Socket } from 'node:net'
import { createSession, protocolVersion, WireError } from '@culvert/wire'
import type { GoAway, RequestHead, SessionHandler, StreamHandler, WireSession, WireStream } from '@culvert/wire'
import { version } from '../version.ts'
import { dialEdge, DialFailed } from './dial.ts'
import type { Edge } from './dial.ts'

/** What an edge is shown at HELLO: a ticket of the API, or the resume token of the connection that was lost. */
export type Credentials = { ticket: string; resumeToken: null } | { ticket: null; resumeToken: string }

/** The edge answered HELLO with a good-bye. */
export class HelloRefused extends Error {
  readonly goAway: GoAway

  constructor(goAway: GoAway) {
    super(goAway.message)
    this.name = 'HelloRefused'
    this.goAway = goAway
  }
}

/** Why no more requests come on a session: the edge said good-bye, or the connection broke. */
export interface SessionEnd {
  goAway?: GoAway
  error?: Error
}

export type OpenStream = (stream: WireStream, request: RequestHead) => StreamHandler

const aliveTimeoutMs = 3_000

/** Dials an edge and says HELLO; resolves once it is welcome. Throws DialFailed or HelloRefused. */
export async function openTunnelSession(
  edge: Edge,
  credentials: Credentials,
  openStream: OpenStream,
  signal: AbortSignal,
): Promise<TunnelSession> {
  const socket = await dialEdge(edge, signal)
  const cancel = () => socket.destroy()
  signal.addEventListener('abort', cancel)
  try {
    const session = new TunnelSession(socket, openStream)
    session.resumeToken = await session.greet(credentials)
    return session
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** One connection to an edge. */
export class TunnelSession implements SessionHandler {
  /** Buys the next connection for the same hostname; empty before WELCOME. */
  resumeToken = ''
  readonly wire: WireSession
  readonly #openStream: OpenStream
  readonly #welcomed = Promise.withResolvers<string>()
  readonly #ended = Promise.withResolvers<SessionEnd>()
  readonly #closed = Promise.withResolvers<void>()

  constructor(socket: Socket, openStream: OpenStream) {
    this.#openStream = openStream
    this.wire = createSession(socket, { role: 'agent' }, this)
    socket.resume()
  }

  /** Resolves when no more requests will come; streams that are open may still finish. */
  get ended(): Promise<SessionEnd> {
    return this.#ended.promise
  }

  /** Resolves when the connection is gone. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Says HELLO and resolves with the resume token of the WELCOME. Throws DialFailed or HelloRefused. */
  greet(credentials: Credentials): Promise<string> {
    this.wire.hello({
      versionMin: protocolVersion,
      versionMax: protocolVersion,
      client: `culvert/${version} ${process.platform}-${process.arch}`,
      ...credentials,
    })
    return this.#welcomed.promise
  }

  /** Closes the session unless the edge answers soon. */
  async checkAlive(): Promise<void> {
    const timer = setTimeout(() => this.wire.destroy(new Error('no answer after this machine woke up')), aliveTimeoutMs)
    // Rejects when the session closes first: its end is told to whoever waits for that.
    await this.wire.ping().catch(() => {})
    clearTimeout(timer)
  }

  onOpen(stream: WireStream, request: RequestHead): StreamHandler {
    return this.#openStream(stream, request)
  }

  onWelcome({ resumeToken }: { resumeToken: string }): void {
    this.#welcomed.resolve(resumeToken)
  }

  onGoAway(goAway: GoAway): void {
    this.#welcomed.reject(new HelloRefused(goAway))
    this.#ended.resolve({ goAway })
  }

  onClose(error: Error | undefined): void {
    const { message } = error ?? { message: 'the edge closed the connection' }
    // A version that this side refuses ends the command just like one that the edge refuses.
    const isOwnRefusal = error instanceof WireError
    this.#welcomed.reject(
      isOwnRefusal ? new HelloRefused({ code: error.code, message, graceMs: 0 }) : new DialFailed(message),
    )
    this.#ended.resolve({ error })
    this.#closed.resolve()
  }
}
