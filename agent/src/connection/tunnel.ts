import { setTimeout as delay } from 'node:timers/promises'
import { ControlError } from '@culvert/control-client'
import { exitCodes, Failure } from '../failure.ts'
import { backoffMs } from './backoff.ts'
import { DialFailed } from './dial.ts'
import { describeEnd, findEnding } from './endings.ts'
import { HelloRefused, openTunnelSession } from './tunnel-session.ts'
import type { Credentials, OpenStream, TunnelSession } from './tunnel-session.ts'

/** What an agent opens its tunnel with. */
export interface Ticket {
  ticket: string
  /** Addresses of edges, to be tried in this order. */
  edgeUrls: readonly string[]
}

export type TunnelStatus =
  | { kind: 'connected' }
  /** Another try follows after the pause, in milliseconds. `reason` is a clause for the person at the screen. */
  | { kind: 'reconnecting'; reason: string; delayMs: number }

export interface TunnelOptions {
  ticket: Ticket
  /** Asks the API for another ticket. Throws Failure when the agent may not go on, ControlError when asking again may help. */
  renewTicket(signal: AbortSignal): Promise<Ticket>
  openStream: OpenStream
  onStatus(status: TunnelStatus): void
}

/** A connection that held this long was good: after its loss the next try is made at once. */
const stableAfterMs = 60_000

/** The way between the edge and this agent, across all connections that it takes to keep it open. */
export class Tunnel {
  readonly #options: TunnelOptions
  readonly #leaving = new AbortController()
  /** The current session, and older ones that finish their streams. */
  readonly #sessions = new Set<TunnelSession>()
  #edgeUrls: readonly string[]
  /** Not shown to an edge that took it: by the time of the next loss it has expired. */
  #ticket: string | undefined
  #resumeToken: string | undefined
  #wasConnected = false

  constructor(options: TunnelOptions) {
    this.#options = options
    this.#ticket = options.ticket.ticket
    this.#edgeUrls = options.ticket.edgeUrls
  }

  /** The last measured round trip to the edge in milliseconds, where there is one. */
  get roundTripMs(): number | undefined {
    return [...this.#sessions].at(-1)?.wire.roundTripMs
  }

  /** Keeps the tunnel open until `leave` is called. Throws Failure when it is over for another reason. */
  async run(): Promise<void> {
    const { signal } = this.#leaving
    let failures = 0
    let reason: string | undefined
    while (!signal.aborted) {
      const delayMs = backoffMs(failures)
      if (reason !== undefined) this.#options.onStatus({ kind: 'reconnecting', reason, delayMs })
      await delay(delayMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      failures += 1
      try {
        const session = await this.#connect()
        const connectedMs = performance.now()
        this.#options.onStatus({ kind: 'connected' })
        const end = await session.ended
        if (performance.now() - connectedMs >= stableAfterMs) failures = 0
        reason = describeEnd(end)
        const ending = end.goAway && findEnding(end.goAway)
        if (ending !== undefined && !signal.aborted) throw ending
      } catch (error) {
        if (!isPassing(error)) throw error
        reason = error.message
      }
    }
  }

  /** Takes no more requests; resolves when open streams have finished, at the latest after `graceMs`. */
  async leave(graceMs: number): Promise<void> {
    this.#leaving.abort()
    const sessions = [...this.#sessions]
    for (const { wire } of sessions) wire.goAway({ code: 'SHUTDOWN', message: 'The agent stops.', graceMs })
    await Promise.all(sessions.map(({ closed }) => closed))
  }

  /** With the resume token first: it takes the hostname back without the API. */
  async #connect(): Promise<TunnelSession> {
    if (this.#resumeToken !== undefined) {
      try {
        return await this.#open({ ticket: null, resumeToken: this.#resumeToken })
      } catch (error) {
        checkRefusal(error)
        this.#resumeToken = undefined
      }
    }
    if (this.#ticket !== undefined) {
      try {
        return await this.#open({ ticket: this.#ticket, resumeToken: null })
      } catch (error) {
        checkRefusal(error)
      }
    }
    const { ticket, edgeUrls } = await this.#options.renewTicket(this.#leaving.signal)
    this.#ticket = ticket
    this.#edgeUrls = edgeUrls
    try {
      return await this.#open({ ticket, resumeToken: null })
    } catch (error) {
      checkRefusal(error)
      this.#ticket = undefined
      throw this.#wasConnected ? error : newTicketRefused(error)
    }
  }

  /** Tries the edges in their order. */
  async #open(credentials: Credentials): Promise<TunnelSession> {
    let failure: unknown = new DialFailed('the server named no edge')
    for (const edgeUrl of this.#edgeUrls) {
      try {
        const session = await openTunnelSession(edgeUrl, credentials, this.#options.openStream, this.#leaving.signal)
        this.#keep(session)
        return session
      } catch (error) {
        if (!(error instanceof DialFailed)) throw error
        failure = error
      }
    }
    throw failure
  }

  #keep(session: TunnelSession): void {
    this.#wasConnected = true
    this.#resumeToken = session.resumeToken
    this.#ticket = undefined
    this.#sessions.add(session)
    void session.closed.then(() => this.#sessions.delete(session))
  }
}

/** Faults of the network, the edge or the API that may be gone at the next try. */
function isPassing(error: unknown): error is DialFailed | HelloRefused | ControlError {
  return error instanceof DialFailed || error instanceof HelloRefused || error instanceof ControlError
}

/** Returns when other credentials may help; throws what else it is, as a Failure where it is for good. */
function checkRefusal(error: unknown): asserts error is HelloRefused {
  if (!(error instanceof HelloRefused)) throw error
  const ending = findEnding(error.goAway)
  if (ending !== undefined) throw ending
  const { code } = error.goAway
  if (code !== 'RESUME_UNKNOWN' && code !== 'TICKET_EXPIRED' && code !== 'TICKET_INVALID') throw error
}

/** The edge refuses what the API has just issued: no further try will mend that. */
function newTicketRefused({ goAway }: HelloRefused): Failure {
  const isExpired = goAway.code === 'TICKET_EXPIRED'
  return new Failure(exitCodes.fault, 'The edge refused the ticket that the server had just issued.', {
    why: isExpired ? `${goAway.message} The clocks of the server and its edge differ.` : goAway.message,
    wayOut: isExpired
      ? 'The operator of the server must set both clocks, for example with NTP.'
      : "The operator of the server must check the edge's settings: CULVERT_API_URL and CULVERT_PUBLIC_URL must be the API's.",
  })
}
