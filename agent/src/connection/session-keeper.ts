import { setTimeout as delay } from 'node:timers/promises'
import { ControlError } from '@culvert/control-client/requests'
import { backoffMs } from './backoff.ts'
import type { Connector } from './connector.ts'
import { DialFailed } from './dial.ts'
import { describeEnd, findFinalFailure } from './session-end.ts'
import { HelloRefused } from './tunnel-session.ts'
import type { SessionEnd, TunnelSession } from './tunnel-session.ts'

/** The link that a session belongs to. */
export interface KeeperOwner {
  /** Aborted when the agent leaves. */
  readonly leaving: AbortSignal
  /** Called when a session has been opened or has resumed. */
  onConnected(keeper: SessionKeeper, session: TunnelSession): void
  /** Called when another attempt follows after a pause, in milliseconds. */
  onInterrupted(keeper: SessionKeeper, reason: string, delayMs: number): void
  /** Resolves with whether another session of this agent has replaced this keeper's session at its edge. */
  isReplacedByOther(keeper: SessionKeeper): Promise<boolean>
}

/** A connection that lasted this long was good: after its loss the next attempt is immediate. */
const stableAfterMs = 10_000

/** Keeps one session of the agent open, at one edge after another. */
export class SessionKeeper {
  readonly connector: Connector
  readonly #owner: KeeperOwner
  #session: TunnelSession | undefined
  /** The number of connections in a row that could not be opened, or did not last. */
  #failures = 0
  /** Cancels the current attempt, or the pause before the next. */
  #attempt = new AbortController()
  #isEnded = false
  #connecting: Promise<TunnelSession> | undefined

  constructor(connector: Connector, owner: KeeperOwner) {
    this.connector = connector
    this.#owner = owner
  }

  /** Identifies what is held at an edge for its current session; undefined before the first. */
  get resumeToken(): string | undefined {
    return this.#session?.resumeToken
  }

  /** Reports whether its session accepts requests. */
  get isServing(): boolean {
    return this.#session?.wire.isOpen === true
  }

  /** Keeps a session open until the agent leaves, or the session is no longer wanted. Throws Failure when the agent must not continue. */
  async run(): Promise<void> {
    const { leaving } = this.#owner
    for (;;) {
      this.#attempt = new AbortController()
      const signal = AbortSignal.any([leaving, this.#attempt.signal])
      let triedMs = performance.now()
      let reason: string
      try {
        this.#connecting = this.connector.connect(signal, this.#session)
        this.#session = await this.#connecting
        this.#owner.onConnected(this, this.#session)
        reason = await this.#untilInterrupted(this.#session)
        triedMs = performance.now()
      } catch (error) {
        if (!isTransient(error)) throw error
        reason = error.message
      }
      if (leaving.aborted || this.#isEnded) return
      // Counted from the start of the attempt: one that hung has already waited.
      const delayMs = Math.max(0, triedMs + backoffMs(this.#failures) - performance.now())
      this.#failures += 1
      this.#owner.onInterrupted(this, reason, delayMs)
      await delay(delayMs, undefined, { signal }).catch(() => {})
      if (leaving.aborted || this.#isEnded) return
    }
  }

  /** Opens no more sessions; the current one continues for as long as its edge keeps it. */
  end(): void {
    this.#isEnded = true
    this.#attempt.abort()
  }

  /** Retries at once: after sleep most connections are dead, and so are attempts in progress. */
  wake(): void {
    this.#failures = 0
    this.#attempt.abort()
  }

  /** Resolves when the attempt in progress has succeeded or failed. */
  async untilAttempted(): Promise<void> {
    await this.#connecting?.catch(() => {})
  }

  /**
   * Resolves with the reason when requests need another session or connection. That may be before this session is closed:
   * later reports from an older session, such as that it was replaced, do not matter.
   */
  async #untilInterrupted(session: TunnelSession): Promise<string> {
    const connectedMs = performance.now()
    const end = await session.interrupted
    if (performance.now() - connectedMs >= stableAfterMs) this.#failures = 0
    await this.#checkEnd(end)
    // An edge that leaves notifies all of its agents at the same instant: they dial the next one soon, spread out in time, whatever
    // failed before. An edge that did not understand this agent is a failure like any other.
    if (end.goAway !== undefined || end.move !== undefined) {
      this.#failures = end.goAway?.code === 'PROTOCOL_ERROR' ? Math.max(this.#failures, 1) : 1
    }
    return describeEnd(end)
  }

  /** Throws Failure if the session's end is also the agent's. */
  async #checkEnd({ goAway }: SessionEnd): Promise<void> {
    const failure = goAway && findFinalFailure(goAway)
    if (failure === undefined || this.#owner.leaving.aborted) return
    if (goAway?.code !== 'REPLACED' || !(await this.#owner.isReplacedByOther(this))) throw failure
    this.connector.forgetSession()
  }
}

/** Reports a fault of the network, the edge or the API that may be gone at the next attempt. */
function isTransient(error: unknown): error is DialFailed | HelloRefused | ControlError {
  return error instanceof DialFailed || error instanceof HelloRefused || error instanceof ControlError
}
