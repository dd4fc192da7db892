import { exitCodes, Failure } from '../failure.ts'
import { DialFailed } from './dial.ts'
import { findEnding } from './endings.ts'
import type { Choice } from './known-edges.ts'
import type { Tickets } from './tickets.ts'
import { HelloRefused, openTunnelSession } from './tunnel-session.ts'
import type { Credentials, OpenStream, TunnelSession } from './tunnel-session.ts'

export interface ConnectorOptions {
  tickets: Tickets
  edges: Choice
  /** The process that the session must be in; undefined if any will do. */
  process?: number
  /** Reports whether sessions in other processes hold the edge, so that this one waits for its own process. */
  isHeld?: () => boolean
  /** Authorities that are trusted in addition to this machine's and those of the edges, in PEM. */
  authorities?: readonly string[]
  openStream: OpenStream
  /**
   * How long the known edges are tried before the API is asked for others, in milliseconds. It doubles after each time, up to 16
   * times, and up to half of it is added at random, so that agents whose edge has died do not keep the API busy. It grows up to 256 times while
   * another session serves.
   */
  patienceMs: number
  /** Reports whether another session serves. */
  isServed(): boolean
  /** Called when an edge refuses what the API has just issued. Reports whether the agent may continue nevertheless. */
  mayGoOnRefused(): boolean
}

const doublingsMax = 4
const doublingsMaxServed = 8
/** How long the edge of the last session is dialled after the API has stopped naming it: it may be restarting. */
const rememberedMs = 600_000

/** Opens one session after another, each with the credentials that an edge accepts at that time. */
export class Connector {
  readonly #options: ConnectorOptions
  /** When the API is asked for other edges; undefined while one answers. Milliseconds of the monotonic clock. */
  #askMs: number | undefined
  /** How often it has been asked in vain since an edge last answered. */
  #asked = 0
  /** The last ticket that an edge has accepted or refused: it cannot open another session here. */
  #shown: string | undefined
  #resumeToken: string | undefined
  /** The edge of the last session; no other edge knows its resume token. */
  #servingUrl: string | undefined
  /** The process of the last session. */
  #servingProcess: number | undefined
  /** Whether that edge has sent the agent elsewhere: then it is tried last. */
  #isSentAway = false
  /** When that session was first found lost; milliseconds of the monotonic clock. */
  #missedMs: number | undefined

  constructor(options: ConnectorOptions) {
    this.#options = options
  }

  /** The address of the last session's edge; undefined before the first session, and once the edge has been away for long. */
  get servingUrl(): string | undefined {
    return this.#servingUrl
  }

  /** Forgets the last session, because another session of the same agent has replaced it. */
  yield(): void {
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
    let mustAsk = false
    this.#isSentAway = former?.isSentAway === true
    if (this.#resumeToken !== undefined && !this.#isSentAway) {
      try {
        return await this.#open({ ticket: null, resumeToken: this.#resumeToken }, signal, former)
      } catch (error) {
        mustAsk = this.#mustAskAgain(error)
        if (!mustAsk) {
          checkRefusal(error)
          this.#resumeToken = undefined
          if (former?.wire.isResumable) former.wire.destroy(error)
        }
      }
    }
    const ticket = tickets.latest
    if (ticket !== undefined && ticket !== this.#shown && !mustAsk) {
      try {
        return await this.#open({ ticket, resumeToken: null }, signal)
      } catch (error) {
        if (!this.#mustAskAgain(error)) checkRefusal(error)
      }
    }
    const renewed = await tickets.renew(signal)
    edges.update(renewed.edges)
    try {
      return await this.#open({ ticket: renewed.ticket, resumeToken: null }, signal)
    } catch (error) {
      checkRefusal(error)
      throw this.#options.mayGoOnRefused() ? error : newTicketRefused(error)
    }
  }

  /** Tries the edges that no other session holds, in order; with a resume token, the edge that issued it first. */
  async #open(credentials: Credentials, signal: AbortSignal, former?: TunnelSession): Promise<TunnelSession> {
    const { edges, openStream, authorities: more = [] } = this.#options
    let failure: Error = new DialFailed(
      this.#options.isServed() ? 'no other edge is named' : 'the server named no edge',
    )
    const authorities = [...edges.authorities, ...more]
    for (const url of this.#listUrls(credentials.resumeToken !== null)) {
      if (!edges.take(url, this)) continue
      try {
        const edge = { url, authorities, process: this.#findProcess(url, credentials) }
        const session = await openTunnelSession({ edge, credentials, openStream, former }, signal)
        this.#servingUrl = url
        this.#servingProcess = session.place?.number
        this.#resumeToken = session.resumeToken
        if (credentials.ticket !== null) this.#shown = credentials.ticket
        this.#missedMs = undefined
        this.#askMs = undefined
        this.#asked = 0
        return session
      } catch (error) {
        this.#keepOnly(former)
        if (!isElsewhere(error)) {
          if (credentials.ticket !== null) this.#shown = credentials.ticket
          throw error
        }
        failure = error
      }
    }
    throw failure
  }

  /** Returns the process that must answer: that of the last session, if that session may resume or others exist beside it. */
  #findProcess(url: string, { ticket }: Credentials): number | undefined {
    const { process, isHeld } = this.#options
    if (process !== undefined) return process
    return url === this.#servingUrl && (ticket === null || isHeld?.()) ? this.#servingProcess : undefined
  }

  #listUrls(showsResumeToken: boolean): Iterable<string> {
    const nowMs = performance.now()
    this.#missedMs ??= nowMs
    if (nowMs - this.#missedMs > rememberedMs) this.#servingUrl = undefined
    const named = this.#options.edges.list()
    const last = this.#servingUrl
    if (last === undefined) return named
    if (!this.#isSentAway && this.#options.isHeld?.()) return [last]
    if (showsResumeToken) return new Set([last, ...named])
    return this.#isSentAway ? [...named.filter((url) => url !== last), last] : new Set([...named, last])
  }

  /** Releases an address that did not accept the agent to other sessions; an address at which a session may resume is kept. */
  #keepOnly(former: TunnelSession | undefined): void {
    this.#options.edges.release(this)
    if (former?.wire.isResumable && this.#servingUrl !== undefined) this.#options.edges.take(this.#servingUrl, this)
  }

  /** Reports whether all edges have failed to accept the agent for so long that the API must be asked for others. */
  #mustAskAgain(error: unknown): boolean {
    if (!isElsewhere(error)) return false
    const nowMs = performance.now()
    const doublings = Math.min(this.#asked, this.#options.isServed() ? doublingsMaxServed : doublingsMax)
    this.#askMs ??= nowMs + this.#options.patienceMs * 2 ** doublings * (1 + Math.random() / 2)
    if (nowMs < this.#askMs) return false
    this.#askMs = undefined
    this.#asked += 1
    return true
  }
}

/** Reports whether an edge is away or accepts no agents, so that another edge may. */
function isElsewhere(error: unknown): error is DialFailed | HelloRefused {
  return error instanceof DialFailed || (error instanceof HelloRefused && error.goAway.code === 'SHUTDOWN')
}

/** Returns if other credentials may help; otherwise throws the error, as a Failure if it is final. */
function checkRefusal(error: unknown): asserts error is HelloRefused {
  if (!(error instanceof HelloRefused)) throw error
  const ending = findEnding(error.goAway)
  if (ending !== undefined) throw ending
  const { code } = error.goAway
  if (code !== 'RESUME_UNKNOWN' && code !== 'TICKET_EXPIRED' && code !== 'TICKET_INVALID') throw error
}

/** Returns the failure for an edge that refuses what the API has just issued, and would refuse the next ticket too. */
function newTicketRefused({ goAway }: HelloRefused): Failure {
  const isExpired = goAway.code === 'TICKET_EXPIRED'
  return new Failure(exitCodes.fault, 'The edge refused the ticket that the server had just issued.', {
    why: isExpired ? `${goAway.message} The clocks of the server and its edge differ.` : goAway.message,
    wayOut: isExpired
      ? 'The operator of the server must set both clocks, for example with NTP.'
      : "The operator of the server must check the edge's settings: CULVERT_API_URL and CULVERT_PUBLIC_URL must be the API's.",
  })
}
