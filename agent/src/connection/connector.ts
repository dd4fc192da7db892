import { exitCodes, Failure } from '../failure.ts'
import { DialFailed } from './dial.ts'
import { findFinalFailure } from './session-end.ts'
import type { EdgeChoice } from './known-edges.ts'
import type { Tickets } from './tickets.ts'
import { HelloRefused, openTunnelSession } from './tunnel-session.ts'
import type { Credentials, OpenStream, TunnelSession } from './tunnel-session.ts'

export interface ConnectorOptions {
  tickets: Tickets
  edges: EdgeChoice
  /** The process that the session must be in; undefined if any will do. */
  process?: number
  /** Reports whether sessions in other processes hold the edge, so that this one waits for its own process. */
  hasSiblingSessions?: () => boolean
  /** Authorities that are trusted in addition to this machine's and those of the edges, in PEM. */
  authorities?: readonly string[]
  openStream: OpenStream
  /**
   * How long the known edges are tried before the API is asked for others, in milliseconds. It doubles after each time, up to 16
   * times, and up to half of it is added at random, so that agents whose edge has died do not keep the API busy. It grows up to 256 times while
   * another session serves.
   */
  refreshAfterMs: number
  /** Reports whether another session serves. */
  isOtherServing(): boolean
  /** Called when an edge refuses what the API has just issued. Reports whether the agent may continue nevertheless. */
  mayContinueAfterRefusal(): boolean
}

const doublingsMax = 4
const doublingsMaxWhileServing = 8
/** How long the edge of the last session is dialled after the API has stopped naming it: it may be restarting. */
const rememberedMs = 600_000

/** Opens one session after another, each with the credentials that an edge accepts at that time. */
export class Connector {
  readonly #options: ConnectorOptions
  /** When the API is asked for other edges; undefined while one answers. Milliseconds of the monotonic clock. */
  #refreshAtMs: number | undefined
  /** How often it has been asked in vain since an edge last answered. */
  #refreshCount = 0
  /** The last ticket that an edge has accepted or refused: it cannot open another session here. */
  #usedTicket: string | undefined
  #resumeToken: string | undefined
  /** The edge of the last session; no other edge knows its resume token. */
  #servingUrl: string | undefined
  /** The process of the last session. */
  #servingProcess: number | undefined
  /** Whether that edge has sent the agent elsewhere: then it is tried last. */
  #isRedirected = false
  /** When that session was first found lost; milliseconds of the monotonic clock. */
  #lostMs: number | undefined

  constructor(options: ConnectorOptions) {
    this.#options = options
  }

  /** The address of the last session's edge; undefined before the first session, and once the edge has been away for long. */
  get servingUrl(): string | undefined {
    return this.#servingUrl
  }

  /** Forgets the last session, because another session of the same agent has replaced it. */
  forgetSession(): void {
    this.#resumeToken = undefined
    this.#servingUrl = undefined
  }

  /**
   * Opens a session: with the resume token, which reclaims the hostname without the API, then with the remaining ticket, then with a new
   * one. An agent that an edge sends away uses a ticket, because there may be other edges by now; a session that must move continues meanwhile.
   * Resolves with the former session if it resumes. Throws Failure when nothing will help, and DialFailed, HelloRefused or ControlError when another
   * attempt may.
   */
  async connect(signal: AbortSignal, former?: TunnelSession): Promise<TunnelSession> {
    const { tickets, edges } = this.#options
    let mustRefreshEdges = false
    this.#isRedirected = former?.isRedirected === true
    if (this.#resumeToken !== undefined && !this.#isRedirected) {
      try {
        return await this.#open({ ticket: null, resumeToken: this.#resumeToken }, signal, former)
      } catch (error) {
        mustRefreshEdges = this.#mustRefreshEdges(error)
        if (!mustRefreshEdges) {
          checkRefusal(error)
          this.#resumeToken = undefined
          if (former?.wire.isResumable) former.wire.destroy(error)
        }
      }
    }
    const ticket = tickets.latest
    if (ticket !== undefined && ticket !== this.#usedTicket && !mustRefreshEdges) {
      try {
        return await this.#open({ ticket, resumeToken: null }, signal)
      } catch (error) {
        if (!this.#mustRefreshEdges(error)) checkRefusal(error)
      }
    }
    const renewed = await tickets.renew(signal)
    edges.update(renewed.edges)
    try {
      return await this.#open({ ticket: renewed.ticket, resumeToken: null }, signal)
    } catch (error) {
      checkRefusal(error)
      throw this.#options.mayContinueAfterRefusal() ? error : newTicketRefused(error)
    }
  }

  /** Tries the edges that no other session holds, in order; with a resume token, the edge that issued it first. */
  async #open(credentials: Credentials, signal: AbortSignal, former?: TunnelSession): Promise<TunnelSession> {
    const { edges, openStream, authorities: more = [] } = this.#options
    let failure: Error = new DialFailed(
      this.#options.isOtherServing() ? 'no other edge is named' : 'the server named no edge',
    )
    const authorities = [...edges.authorities, ...more]
    for (const url of this.#listUrls(credentials.resumeToken !== null)) {
      if (!edges.reserve(url, this)) continue
      try {
        const edge = { url, authorities, process: this.#findProcess(url, credentials) }
        const session = await openTunnelSession({ edge, credentials, openStream, former }, signal)
        this.#servingUrl = url
        this.#servingProcess = session.processPosition?.number
        this.#resumeToken = session.resumeToken
        if (credentials.ticket !== null) this.#usedTicket = credentials.ticket
        this.#lostMs = undefined
        this.#refreshAtMs = undefined
        this.#refreshCount = 0
        return session
      } catch (error) {
        this.#releaseEdge(former)
        if (!isEdgeUnavailable(error)) {
          if (credentials.ticket !== null) this.#usedTicket = credentials.ticket
          throw error
        }
        failure = error
      }
    }
    throw failure
  }

  /** Returns the process that must answer: that of the last session, if that session may resume or others exist beside it. */
  #findProcess(url: string, { ticket }: Credentials): number | undefined {
    const { process, hasSiblingSessions } = this.#options
    if (process !== undefined) return process
    return url === this.#servingUrl && (ticket === null || hasSiblingSessions?.()) ? this.#servingProcess : undefined
  }

  #listUrls(hasResumeToken: boolean): Iterable<string> {
    const nowMs = performance.now()
    this.#lostMs ??= nowMs
    if (nowMs - this.#lostMs > rememberedMs) this.#servingUrl = undefined
    const named = this.#options.edges.list()
    const last = this.#servingUrl
    if (last === undefined) return named
    if (!this.#isRedirected && this.#options.hasSiblingSessions?.()) return [last]
    if (hasResumeToken) return new Set([last, ...named])
    return this.#isRedirected ? [...named.filter((url) => url !== last), last] : new Set([...named, last])
  }

  /** Releases an address that did not accept the agent to other sessions; an address at which a session may resume is kept. */
  #releaseEdge(former: TunnelSession | undefined): void {
    this.#options.edges.release(this)
    if (former?.wire.isResumable && this.#servingUrl !== undefined) this.#options.edges.reserve(this.#servingUrl, this)
  }

  /** Reports whether all edges have failed to accept the agent for so long that the API must be asked for others. */
  #mustRefreshEdges(error: unknown): boolean {
    if (!isEdgeUnavailable(error)) return false
    const nowMs = performance.now()
    const doublings = Math.min(
      this.#refreshCount,
      this.#options.isOtherServing() ? doublingsMaxWhileServing : doublingsMax,
    )
    this.#refreshAtMs ??= nowMs + this.#options.refreshAfterMs * 2 ** doublings * (1 + Math.random() / 2)
    if (nowMs < this.#refreshAtMs) return false
    this.#refreshAtMs = undefined
    this.#refreshCount += 1
    return true
  }
}

/** Reports whether an edge is away or accepts no agents, so that another edge may. */
function isEdgeUnavailable(error: unknown): error is DialFailed | HelloRefused {
  return error instanceof DialFailed || (error instanceof HelloRefused && error.goAway.code === 'SHUTDOWN')
}

/** Returns if other credentials may help; otherwise throws the error, as a Failure if it is final. */
function checkRefusal(error: unknown): asserts error is HelloRefused {
  if (!(error instanceof HelloRefused)) throw error
  const failure = findFinalFailure(error.goAway)
  if (failure !== undefined) throw failure
  const { code } = error.goAway
  if (code !== 'RESUME_UNKNOWN' && code !== 'TICKET_EXPIRED' && code !== 'TICKET_INVALID') throw error
}

/** Returns the failure for an edge that refuses what the API has just issued, and would refuse the next ticket too. */
function newTicketRefused({ goAway }: HelloRefused): Failure {
  const isExpired = goAway.code === 'TICKET_EXPIRED'
  return new Failure(exitCodes.fault, 'The edge refused the ticket that the server had just issued.', {
    why: isExpired ? `${goAway.message} The clocks of the server and its edge differ.` : goAway.message,
    remedy: isExpired
      ? 'The operator of the server must set both clocks, for example with NTP.'
      : "The operator of the server must check the edge's settings: CULVERT_API_URL and CULVERT_PUBLIC_URL must be the API's.",
  })
}
