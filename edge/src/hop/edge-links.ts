import { createSession, hopFeature, inspectionFeature, protocolVersion } from '@culvert/wire'
import type { GoAway, Hello, SessionHandler, StreamHandler, WireSession, WireStream } from '@culvert/wire'
import type { Logger } from 'pino'
import type { FaultReport } from '../reporting.ts'
import type { EdgeEntry } from '../routes/directory.ts'
import { type VisitorBytes, memoryReason } from '../tunnels/kept-bytes.ts'
import type { DialEdge } from './dial.ts'
import type { EdgeTickets } from './edge-tickets.ts'

export interface EdgeLinksOptions {
  tickets: EdgeTickets
  dial: DialEdge
  reportFault: FaultReport
  log: Logger
}

/** How long a dial may take, including the handshake; milliseconds. */
const dialMsMax = 2_000
/** How long a failed edge ranks behind others, and how long it is not redialled; milliseconds. */
const avoidMs = 5_000
const redialMs = 250
/** Silence after which a session is pinged; after as much again it counts as lost. */
const pingAfterMs = 2_000
const linksMax = 1_000

/** The kept sessions to other edges, on which this one opens streams. Each is dialled when first needed, and again after it was lost. */
export class EdgeLinks {
  readonly #options: EdgeLinksOptions
  readonly #links = new Map<string, EdgeLink>()
  /** All sessions that are not closed. */
  readonly #sessions = new Set<WireSession>()
  /** When an edge last failed, in milliseconds of the monotonic clock. */
  readonly #failedMs = new Map<string, number>()
  #isClosed = false

  constructor(options: EdgeLinksOptions) {
    this.#options = options
  }

  /** The number of sessions that accept streams. */
  get size(): number {
    return [...this.#links.values()].filter(({ session }) => session !== undefined).length
  }

  /** Returns the session to an edge if it accepts streams now. */
  find(edgeId: string): WireSession | undefined {
    return this.#links.get(edgeId)?.session
  }

  /** Reports whether an edge failed recently, so that another is preferred. */
  isAvoided(edgeId: string): boolean {
    return this.#hasFailed(edgeId, avoidMs)
  }

  /** Returns the session to an edge, dialling it if there is none; undefined if the edge cannot be reached now. */
  async reach(edge: EdgeEntry): Promise<WireSession | undefined> {
    const known = this.#links.get(edge.id)
    if (known?.session !== undefined || known?.isDialling === true) return await known.opened
    if (this.#isClosed || this.#hasFailed(edge.id, redialMs) || this.#links.size >= linksMax) return undefined
    const link = new EdgeLink(edge, this.#options, this.#sessions, () => this.#forget(edge.id, link))
    this.#links.set(edge.id, link)
    return await link.opened
  }

  /** Lists the requests whose streams are not over, including those of sessions that accept no more. */
  *listRequests(): Iterable<VisitorBytes> {
    for (const session of this.#sessions)
      for (const stream of session.listStreams())
        if (stream.owner !== undefined) yield new SentRequest(stream, stream.owner)
  }

  /** Ends every session once its streams are over, or after `graceMs`. */
  close(graceMs: number): void {
    this.#isClosed = true
    for (const link of this.#links.values()) link.close(graceMs)
  }

  #hasFailed(edgeId: string, withinMs: number): boolean {
    const failedMs = this.#failedMs.get(edgeId)
    return failedMs !== undefined && performance.now() - failedMs < withinMs
  }

  /** Called when a session no longer accepts streams, or never did. */
  #forget(edgeId: string, link: EdgeLink): void {
    if (this.#links.get(edgeId) !== link) return
    this.#links.delete(edgeId)
    if (this.#isClosed) return
    const nowMs = performance.now()
    for (const [id, failedMs] of this.#failedMs) if (nowMs - failedMs > avoidMs) this.#failedMs.delete(id)
    this.#failedMs.set(edgeId, nowMs)
  }
}

/** One session to another edge, from the dial to its end. */
class EdgeLink implements SessionHandler {
  /** The session once it accepts streams; undefined if it never will. */
  readonly opened: Promise<WireSession | undefined>
  isDialling = true
  readonly #edge: EdgeEntry
  readonly #options: EdgeLinksOptions
  readonly #sessions: Set<WireSession>
  readonly #onOver: () => void
  readonly #welcomed = Promise.withResolvers<void>()
  #ticketId = ''
  #session: WireSession | undefined

  /** Its session is in `sessions` until it is closed. */
  constructor(edge: EdgeEntry, options: EdgeLinksOptions, sessions: Set<WireSession>, onOver: () => void) {
    this.#edge = edge
    this.#options = options
    this.#sessions = sessions
    this.#onOver = onOver
    this.opened = this.#open()
  }

  /** Undefined while it accepts no streams. */
  get session(): WireSession | undefined {
    return this.#session?.isOpen === true ? this.#session : undefined
  }

  close(graceMs: number): void {
    this.#session?.goAway({ code: 'SHUTDOWN', message: 'This edge is stopping.', graceMs })
  }

  onHello(hello: Hello): void {
    void this.#welcome(hello)
  }

  onGoAway({ message }: GoAway): void {
    this.#welcomed.reject(new Error(message))
    this.#onOver()
  }

  onHandlerError(error: unknown): void {
    this.#options.reportFault(error, 'hop')
  }

  onClose(error: Error | undefined): void {
    this.#welcomed.reject(error ?? new Error('The session was closed.'))
    if (this.#session !== undefined) this.#sessions.delete(this.#session)
    if (!this.isDialling) this.#options.log.info({ edge: this.#edge.url, err: error }, 'session to an edge is over')
    this.#onOver()
  }

  async #open(): Promise<WireSession | undefined> {
    const { tickets, dial, log } = this.#options
    const { url, process } = this.#edge
    try {
      const ticket = await tickets.issue(this.#edge)
      this.#ticketId = ticket.id
      const signal = AbortSignal.timeout(dialMsMax)
      const transport = await dial(this.#edge, ticket.token, signal)
      this.#session = createSession(
        transport,
        {
          role: 'edge',
          handshakeTimeoutMs: dialMsMax,
          pingAfterMs,
          freesChunks: true,
          features: [inspectionFeature, hopFeature],
        },
        this,
      )
      this.#sessions.add(this.#session)
      await this.#welcomed.promise
      log.info({ edge: url, process }, 'session to an edge')
      return this.session
    } catch (error) {
      log.warn({ edge: url, process, err: error }, 'an edge is not reachable')
      this.#session?.destroy()
      this.#onOver()
      return undefined
    } finally {
      this.isDialling = false
    }
  }

  /** Accepts the other side as the edge only once it has proved that it is one. */
  async #welcome({ ticket, features }: Hello): Promise<void> {
    const isGenuine = await this.#options.tickets.checkAnswer(ticket ?? '', this.#ticketId)
    if (!isGenuine || !features.includes(hopFeature)) {
      this.#session?.destroy(new Error('It does not know the edge secret, or is of an older version.'))
      return
    }
    const terms = { sessionId: 'edge', resumeToken: '', holdMs: 0, resumeMs: 0, hostname: '' }
    this.#session?.welcome({ version: protocolVersion, ...terms })
    this.#welcomed.resolve()
  }
}

/** A request that was sent to another edge, and what this one keeps of it and of its answer. */
class SentRequest implements VisitorBytes {
  readonly #stream: WireStream
  readonly #owner: StreamHandler

  constructor(stream: WireStream, owner: StreamHandler) {
    this.#stream = stream
    this.#owner = owner
  }

  get bearerName(): string {
    return this.#owner.bearerName ?? ''
  }

  get heldBytes(): number {
    return this.#stream.keptBytes
  }

  endForMemory(): void {
    this.#stream.reset('CANCELLED', memoryReason)
    this.#owner.onReset('INTERNAL', memoryReason)
  }

  onFault(error: unknown, place: string): void {
    this.#owner.onFault?.(error, place)
  }
}
