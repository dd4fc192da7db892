import { exitCodes, Failure } from '../failure.ts'
import { DialFailed } from './dial.ts'
import { findEnding } from './endings.ts'
import { HelloRefused, openTunnelSession } from './tunnel-session.ts'
import type { Credentials, OpenStream, TunnelSession } from './tunnel-session.ts'

/** The ticket with which an agent opens its tunnel. */
export interface Ticket {
  ticket: string
  edges: Edges
}

/** The edges at which tunnels can be opened. */
export interface Edges {
  /** The edges' addresses, to be tried in this order. */
  urls: readonly string[]
  /** Authorities that are trusted besides the public ones, in PEM. */
  authorities: readonly string[]
}

export interface ConnectorOptions {
  ticket: Ticket
  /** Authorities that are trusted besides this machine's and those of the ticket, in PEM. */
  authorities?: readonly string[]
  /** Asks the API for another ticket. Throws Failure when the agent may not go on, ControlError when another try may help. */
  renewTicket(signal: AbortSignal): Promise<Ticket>
  openStream: OpenStream
  /**
   * How long the edges that are known are tried before the API is asked for others, in milliseconds: twice as long after each time, up to 16
   * times, and half as long again by chance, so that agents whose edge has died do not keep the API busy.
   */
  patienceMs: number
}

const doublingsMax = 4

/** Opens one session after the other, each with the credentials that an edge accepts at that time. */
export class Connector {
  readonly #options: ConnectorOptions
  #edges: Edges
  /** When the API is asked whether there are other edges; undefined while one answers. Milliseconds of the monotonic clock. */
  #askMs: number | undefined
  /** How often it has been asked in vain since an edge answered. */
  #asked = 0
  /** The ticket, until an edge has accepted it: it opens one session. */
  #ticket: string | undefined
  #resumeToken: string | undefined
  /** The edge of the last session; no other knows its resume token. */
  #servingUrl: string | undefined

  constructor(options: ConnectorOptions) {
    this.#options = options
    this.#ticket = options.ticket.ticket
    this.#edges = options.ticket.edges
  }

  /**
   * Opens a session: with the resume token, which takes the hostname back without the API, then with the ticket that is left, then with a new
   * one. Whom an edge sends away comes by a ticket, for there may be other edges by now; a session that is to move goes on meanwhile. Resolves with the former session if that resumes. Throws Failure
   * when nothing will help; DialFailed, HelloRefused or ControlError when another try may.
   */
  async connect(signal: AbortSignal, former?: TunnelSession): Promise<TunnelSession> {
    let mustAsk = false
    if (this.#resumeToken !== undefined && former?.isSentAway !== true) {
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
    if (this.#ticket !== undefined && !mustAsk) {
      try {
        return await this.#open({ ticket: this.#ticket, resumeToken: null }, signal)
      } catch (error) {
        if (!this.#mustAskAgain(error)) checkRefusal(error)
      }
    }
    const { ticket, edges } = await this.#options.renewTicket(signal)
    this.#ticket = ticket
    this.#edges = edges
    try {
      return await this.#open({ ticket, resumeToken: null }, signal)
    } catch (error) {
      checkRefusal(error)
      throw this.#servingUrl !== undefined ? error : newTicketRefused(error)
    }
  }

  /** Tries the edges in their order; with a resume token, the one that issued it first. */
  async #open(credentials: Credentials, signal: AbortSignal, former?: TunnelSession): Promise<TunnelSession> {
    let failure: Error = new DialFailed('the server named no edge')
    const { urls } = this.#edges
    const { openStream, authorities: more = [] } = this.#options
    const authorities = [...this.#edges.authorities, ...more]
    const first = credentials.resumeToken === null ? undefined : urls.find((url) => url === this.#servingUrl)
    for (const url of first === undefined ? urls : new Set([first, ...urls])) {
      try {
        const edge = { url, authorities }
        const session = await openTunnelSession({ edge, credentials, openStream, former }, signal)
        this.#servingUrl = url
        this.#resumeToken = session.resumeToken
        this.#ticket = undefined
        this.#askMs = undefined
        this.#asked = 0
        return session
      } catch (error) {
        if (!isElsewhere(error)) throw error
        failure = error
      }
    }
    throw failure
  }

  /** Reports whether none of the edges has taken the agent for so long that the API is to be asked for others. */
  #mustAskAgain(error: unknown): boolean {
    if (!isElsewhere(error)) return false
    const nowMs = performance.now()
    this.#askMs ??=
      nowMs + this.#options.patienceMs * 2 ** Math.min(this.#asked, doublingsMax) * (1 + Math.random() / 2)
    if (nowMs < this.#askMs) return false
    this.#askMs = undefined
    this.#asked += 1
    return true
  }
}

/** Reports whether an edge is away or takes no agents, so that another one may. */
function isElsewhere(error: unknown): error is DialFailed | HelloRefused {
  return error instanceof DialFailed || (error instanceof HelloRefused && error.goAway.code === 'SHUTDOWN')
}

/** Returns when other credentials may help; otherwise throws the error, as a Failure if it is final. */
function checkRefusal(error: unknown): asserts error is HelloRefused {
  if (!(error instanceof HelloRefused)) throw error
  const ending = findEnding(error.goAway)
  if (ending !== undefined) throw ending
  const { code } = error.goAway
  if (code !== 'RESUME_UNKNOWN' && code !== 'TICKET_EXPIRED' && code !== 'TICKET_INVALID') throw error
}

/** The edge refuses what the API has just issued, and would refuse the next too. */
function newTicketRefused({ goAway }: HelloRefused): Failure {
  const isExpired = goAway.code === 'TICKET_EXPIRED'
  return new Failure(exitCodes.fault, 'The edge refused the ticket that the server had just issued.', {
    why: isExpired ? `${goAway.message} The clocks of the server and its edge differ.` : goAway.message,
    wayOut: isExpired
      ? 'The operator of the server must set both clocks, for example with NTP.'
      : "The operator of the server must check the edge's settings: CULVERT_API_URL and CULVERT_PUBLIC_URL must be the API's.",
  })
}
