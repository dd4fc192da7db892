import type { Socket } from 'node:net'
import { createSession, inspectionFeature, moveFeature, protocolVersion, WireError } from '@culvert/wire'
import type {
  GoAway,
  ProcessPosition,
  RequestHead,
  SessionHandler,
  StreamHandler,
  Welcome,
  WireSession,
  WireStream,
} from '@culvert/wire'
import { version } from '../version.ts'
import { dialEdge, DialFailed } from './dial.ts'
import type { Edge } from './dial.ts'

/** The credentials of a HELLO: a ticket from the API, or the resume token of the lost connection. */
export type Credentials = { ticket: string; resumeToken: null } | { ticket: null; resumeToken: string }

/** Thrown when the edge answers HELLO with GOAWAY. */
export class HelloRefused extends Error {
  readonly goAway: GoAway

  constructor(goAway: GoAway) {
    super(goAway.message)
    this.name = 'HelloRefused'
    this.goAway = goAway
  }
}

/** Why another session is needed: the edge sent GOAWAY or MOVE, or the connection was lost. */
export interface SessionEnd {
  goAway?: GoAway
  /** The message of a MOVE: the session continues until another one exists. */
  move?: string
  error?: Error
}

export type OpenStream = (stream: WireStream, request: RequestHead) => StreamHandler

/** Dials an edge as told by `openTunnelSession`. */
export interface SessionOptions {
  edge: Edge
  credentials: Credentials
  openStream: OpenStream
  /** The session whose connection was lost, and which is to be resumed. */
  former: TunnelSession | undefined
}

/**
 * Dials an edge and sends HELLO. Resolves at the WELCOME, with the former session if it resumes, otherwise with a new one.
 * Throws DialFailed or HelloRefused.
 */
export async function openTunnelSession(
  { edge, credentials, openStream, former }: SessionOptions,
  signal: AbortSignal,
): Promise<TunnelSession> {
  const socket = await dialEdge(edge, signal)
  const cancel = () => socket.destroy()
  signal.addEventListener('abort', cancel)
  try {
    const session = new TunnelSession(socket, openStream)
    const { sessionId } = await session.sendHello(credentials, former)
    return former?.wire.id === sessionId ? former : session
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** A session with an edge, over successive connections. */
export class TunnelSession implements SessionHandler {
  /** Admits the next connection for the same hostname; empty before WELCOME. */
  resumeToken = ''
  /** Whether its edge has sent the agent elsewhere, which makes its resume token useless. */
  isRedirected = false
  /** The process of the edge that it is in; undefined if the edge is one process. */
  processPosition: ProcessPosition | undefined
  #isEdgeShuttingDown = false
  readonly wire: WireSession
  readonly #openStream: OpenStream
  readonly #welcomed = Promise.withResolvers<Welcome>()
  #interrupted = Promise.withResolvers<SessionEnd>()
  readonly #closed = Promise.withResolvers<void>()

  constructor(socket: Socket, openStream: OpenStream) {
    this.#openStream = openStream
    const features = [inspectionFeature, moveFeature]
    this.wire = createSession(socket, { role: 'agent', freesChunks: true, features }, this)
    socket.resume()
  }

  /** Resolves when another connection or session is needed; open streams may still finish. */
  get interrupted(): Promise<SessionEnd> {
    return this.#interrupted.promise
  }

  /** Resolves when the session is over. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Sends HELLO, and resolves at the WELCOME. Throws DialFailed or HelloRefused. */
  sendHello(credentials: Credentials, former: TunnelSession | undefined): Promise<Welcome> {
    const client = `culvert/${version} ${process.platform}-${process.arch}`
    const versions = { versionMin: protocolVersion, versionMax: protocolVersion }
    this.wire.hello({ ...versions, client, ...credentials }, former?.wire)
    return this.#welcomed.promise
  }

  onOpen(stream: WireStream, request: RequestHead): StreamHandler {
    return this.#openStream(stream, request)
  }

  onWelcome(welcome: Welcome): void {
    this.resumeToken = welcome.resumeToken
    this.processPosition = welcome.process
    this.#welcomed.resolve(welcome)
  }

  onGoAway(goAway: GoAway): void {
    this.#isEdgeShuttingDown = goAway.code === 'SHUTDOWN'
    this.isRedirected ||= this.#isEdgeShuttingDown
    this.#welcomed.reject(new HelloRefused(goAway))
    this.#interrupted.resolve({ goAway })
  }

  onMove(message: string): void {
    this.isRedirected = true
    this.#interrupted.resolve({ move: message })
  }

  onDetached(error: Error): void {
    this.isRedirected = this.#isEdgeShuttingDown
    this.#interrupted.resolve({ error })
  }

  onResumed(): void {
    this.#interrupted = Promise.withResolvers()
  }

  onClose(error: Error | undefined): void {
    this.isRedirected = this.#isEdgeShuttingDown
    const { message } = error ?? { message: 'the edge closed the connection' }
    // A version that this side refuses ends the command, like one that the edge refuses.
    const isOwnRefusal = error instanceof WireError
    this.#welcomed.reject(
      isOwnRefusal ? new HelloRefused({ code: error.code, message, graceMs: 0 }) : new DialFailed(message),
    )
    this.#interrupted.resolve({ error })
    this.#closed.resolve()
  }
}
