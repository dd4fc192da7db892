import { setTimeout as delay } from 'node:timers/promises'
import { ControlError } from '@culvert/control-client'
import { backoffMs } from './backoff.ts'
import { Connector } from './connector.ts'
import type { ConnectorOptions } from './connector.ts'
import { DialFailed } from './dial.ts'
import { describeEnd, findEnding } from './endings.ts'
import { watchForSleep } from './sleep-watch.ts'
import { HelloRefused } from './tunnel-session.ts'
import type { TunnelSession } from './tunnel-session.ts'

export type TunnelStatus =
  | { kind: 'connected' }
  /** Another try follows after the pause, in milliseconds. `reason` is a clause for the person at the screen. */
  | { kind: 'reconnecting'; reason: string; delayMs: number }

export interface TunnelOptions extends ConnectorOptions {
  onStatus: (status: TunnelStatus) => void
}

/** A connection that held this long was good: after its loss the next try is made at once. */
const stableAfterMs = 60_000

/** The way between the edge and this agent, across all connections that it takes to keep it open. */
export class Tunnel {
  readonly #connector: Connector
  readonly #onStatus: (status: TunnelStatus) => void
  readonly #leaving = new AbortController()
  /** Older ones finish their streams; the newest is the last. */
  readonly #sessions = new Set<TunnelSession>()

  constructor({ onStatus, ...options }: TunnelOptions) {
    this.#connector = new Connector(options)
    this.#onStatus = onStatus
  }

  /** The last measured round trip to the edge in milliseconds, where there is one. */
  get roundTripMs(): number | undefined {
    return [...this.#sessions].at(-1)?.wire.roundTripMs
  }

  /** Keeps the tunnel open until `leave` is called. Throws Failure when it is over for another reason. */
  async run(): Promise<void> {
    const endWatch = watchForSleep(() => {
      for (const session of this.#sessions) void session.checkAlive()
    })
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
    const { signal } = this.#leaving
    let failures = 0
    for (;;) {
      let reason: string
      try {
        const connectedMs = performance.now()
        const session = await this.#connect()
        reason = await this.#untilEnded(session)
        if (performance.now() - connectedMs >= stableAfterMs) failures = 0
      } catch (error) {
        if (!mayPass(error)) throw error
        reason = error.message
      }
      if (signal.aborted) return
      const delayMs = backoffMs(failures)
      failures += 1
      this.#onStatus({ kind: 'reconnecting', reason, delayMs })
      await delay(delayMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }

  async #connect(): Promise<TunnelSession> {
    const session = await this.#connector.connect(this.#leaving.signal)
    this.#sessions.add(session)
    void session.closed.then(() => this.#sessions.delete(session))
    this.#onStatus({ kind: 'connected' })
    return session
  }

  /**
   * Resolves with the reason when requests must find another session. That may be before this one is closed: what an
   * older session says later, such as that it was replaced, is of no concern.
   */
  async #untilEnded(session: TunnelSession): Promise<string> {
    const end = await session.ended
    const ending = end.goAway && findEnding(end.goAway)
    if (ending !== undefined && !this.#leaving.signal.aborted) throw ending
    return describeEnd(end)
  }
}

/** Faults of the network, the edge or the API that may be gone at the next try. */
function mayPass(error: unknown): error is DialFailed | HelloRefused | ControlError {
  return error instanceof DialFailed || error instanceof HelloRefused || error instanceof ControlError
}
