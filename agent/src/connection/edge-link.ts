import { setTimeout as delay } from 'node:timers/promises'
import { ControlError } from '@culvert/control-client/requests'
import { backoffMs } from './backoff.ts'
import { Connector } from './connector.ts'
import type { ConnectorOptions } from './connector.ts'
import { DialFailed } from './dial.ts'
import { describeEnd, findEnding } from './endings.ts'
import { watchForSleep } from './sleep-watch.ts'
import { HelloRefused } from './tunnel-session.ts'
import type { TunnelSession } from './tunnel-session.ts'

export type LinkStatus =
  | { kind: 'connected' }
  /** Called when another try follows after a pause, in milliseconds. `reason` is a clause for the person at the screen. */
  | { kind: 'reconnecting'; reason: string; delayMs: number }

export interface LinkOptions extends Omit<ConnectorOptions, 'patienceMs'> {
  /** See `ConnectorOptions`; 3 s if it is left out, in which an edge that was killed is back. */
  patienceMs?: number
  onStatus: (status: LinkStatus) => void
}

/** A connection that lasted this long was good: after its loss the next try is immediate. */
const stableAfterMs = 10_000
/** How long a connection may take to answer when the machine has woken up. */
const probeMs = 2_000

/** The link between an edge and this agent, across all of its connections. */
export class EdgeLink {
  readonly #connector: Connector
  readonly #onStatus: (status: LinkStatus) => void
  readonly #leaving = new AbortController()
  /** The newest session is the last; older ones finish their streams. */
  readonly #sessions = new Set<TunnelSession>()
  /** The number of connections in a row that could not be opened, or did not last. */
  #failures = 0
  /** Ends the present try, or the pause before the next. */
  #attempt = new AbortController()

  constructor({ onStatus, patienceMs = 3_000, ...options }: LinkOptions) {
    this.#connector = new Connector({ ...options, patienceMs })
    this.#onStatus = onStatus
  }

  /** The last measured round trip to the edge in milliseconds; undefined before the first. */
  get roundTripMs(): number | undefined {
    return [...this.#sessions].at(-1)?.wire.roundTripMs
  }

  /** Keeps the link open until `leave` is called. Throws Failure when it is over for another reason. */
  async run(): Promise<void> {
    const endWatch = watchForSleep(() => this.#wake())
    try {
      await this.#keepOpen()
    } finally {
      endWatch()
    }
  }

  /** Takes no more requests; resolves when open streams have finished, at the latest after `graceMs`. */
  async leave(graceMs: number): Promise<void> {
    this.#leaving.abort()
    const sessions = [...this.#sessions]
    for (const { wire } of sessions) wire.goAway({ code: 'SHUTDOWN', message: 'The agent stops.', graceMs })
    await Promise.all(sessions.map(({ closed }) => closed))
  }

  async #keepOpen(): Promise<void> {
    const leaving = this.#leaving.signal
    let session: TunnelSession | undefined
    for (;;) {
      this.#attempt = new AbortController()
      const signal = AbortSignal.any([leaving, this.#attempt.signal])
      let triedMs = performance.now()
      let reason: string
      try {
        session = await this.#connect(signal, session)
        reason = await this.#untilInterrupted(session)
        triedMs = performance.now()
      } catch (error) {
        if (!mayPass(error)) throw error
        reason = error.message
      }
      if (leaving.aborted) return
      // Counted from the start of the try: one that hung has waited already.
      const delayMs = Math.max(0, triedMs + backoffMs(this.#failures) - performance.now())
      this.#failures += 1
      this.#onStatus({ kind: 'reconnecting', reason, delayMs })
      await delay(delayMs, undefined, { signal }).catch(() => {})
      if (leaving.aborted) return
    }
  }

  async #connect(signal: AbortSignal, former: TunnelSession | undefined): Promise<TunnelSession> {
    const session = await this.#connector.connect(signal, former)
    this.#sessions.add(session)
    if (session !== former) void session.closed.then(() => this.#sessions.delete(session))
    this.#onStatus({ kind: 'connected' })
    return session
  }

  /**
   * Resolves with the reason when requests need another session or connection. That may be before this session is closed:
   * what an older session reports later, such as that it was replaced, does not matter.
   */
  async #untilInterrupted(session: TunnelSession): Promise<string> {
    const connectedMs = performance.now()
    const end = await session.interrupted
    if (performance.now() - connectedMs >= stableAfterMs) this.#failures = 0
    const ending = end.goAway && findEnding(end.goAway)
    if (ending !== undefined && !this.#leaving.signal.aborted) throw ending
    // An edge that leaves tells all of its agents at the same instant: they dial the next one soon, spread out in time, whatever
    // failed before. An edge that did not understand this agent is a failure like any other.
    if (end.goAway !== undefined || end.move !== undefined) {
      this.#failures = end.goAway?.code === 'PROTOCOL_ERROR' ? Math.max(this.#failures, 1) : 1
    }
    return describeEnd(end)
  }

  /** After sleep most connections are dead, and so are tries that were under way. */
  #wake(): void {
    this.#failures = 0
    this.#attempt.abort()
    for (const { wire } of this.#sessions) wire.probe(probeMs)
  }
}

/** Faults of the network, the edge or the API that may be gone at the next try. */
function mayPass(error: unknown): error is DialFailed | HelloRefused | ControlError {
  return error instanceof DialFailed || error instanceof HelloRefused || error instanceof ControlError
}
