import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import { BoundedMap } from '../bounded-map.ts'
import { ReservedHostnamesDocument } from './control.generated.ts'
import { freshMs } from './mirror.ts'
import { retryDelayMs } from '../retry.ts'

/** Whether a hostname without a tunnel is a gateway's, is free, or cannot be looked up now. */
export type HostnameState = 'reserved' | 'free' | 'unknown'

interface Known {
  isReserved: boolean
  /** Until when it needs no new look; milliseconds of the monotonic clock. */
  freshUntilMs: number
}

const freeFreshMs = 10_000
const knownMax = 10_000
const waitingMax = 1_000
const hostnamesPerRequest = 100
/** Between two requests, so that strangers who make up hostnames cost the API ten queries a second at the most. */
const requestGapMs = 100
const timeoutMs = 2_000

/**
 * Finds out whether hostnames without a tunnel belong to a gateway. Answers are remembered, questions are gathered, and
 * their number is bounded, so that strangers' visits do not become work for the API.
 */
export class Hostnames {
  readonly #client: ControlClient
  readonly #log: Logger
  /** Kept apart, so that made-up hostnames do not displace those that exist. */
  readonly #reserved = new BoundedMap<string, Known>(knownMax)
  readonly #free = new BoundedMap<string, Known>(knownMax)
  readonly #waiting = new Map<string, PromiseWithResolvers<HostnameState>>()
  #isAsking = false
  #failures = 0
  /** When the next question may be asked; milliseconds of the monotonic clock. */
  #asksFromMs = 0

  constructor(client: ControlClient, log: Logger) {
    this.#client = client
    this.#log = log
  }

  /** Returns what is known of a hostname, or can be found out within 2 s. */
  async find(hostname: string): Promise<HostnameState> {
    const known = this.#reserved.get(hostname) ?? this.#free.get(hostname)
    if (known !== undefined && performance.now() < known.freshUntilMs) return known.isReserved ? 'reserved' : 'free'
    if (!hostname.includes('.')) return 'free'
    const found = await this.#ask(hostname)
    // A stale answer is better than none.
    return found === 'unknown' && known?.isReserved === true ? 'reserved' : found
  }

  /** Notes that a hostname is a gateway's: its agent was here. */
  noteReserved(hostname: string): void {
    this.#note(hostname, true)
  }

  /** Notes that a hostname is free. */
  noteFree(hostname: string): void {
    this.#note(hostname, false)
  }

  #note(hostname: string, isReserved: boolean): void {
    const freshUntilMs = performance.now() + (isReserved ? freshMs : freeFreshMs)
    const [into, outOf] = isReserved ? [this.#reserved, this.#free] : [this.#free, this.#reserved]
    outOf.delete(hostname)
    into.set(hostname, { isReserved, freshUntilMs })
  }

  #ask(hostname: string): Promise<HostnameState> {
    const asked = this.#waiting.get(hostname)
    if (asked !== undefined) return asked.promise
    const isFailing = this.#failures > 0 && performance.now() < this.#asksFromMs
    if (isFailing || this.#waiting.size >= waitingMax) return Promise.resolve('unknown')
    const question = Promise.withResolvers<HostnameState>()
    this.#waiting.set(hostname, question)
    this.#schedule()
    return question.promise
  }

  #schedule(): void {
    if (this.#isAsking || this.#waiting.size === 0) return
    this.#isAsking = true
    setTimeout(() => void this.#request(), Math.max(0, this.#asksFromMs - performance.now())).unref()
  }

  async #request(): Promise<void> {
    const hostnames = [...this.#waiting.keys()].slice(0, hostnamesPerRequest)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const { reservedHostnames } = await this.#client.request(ReservedHostnamesDocument, { hostnames }, { signal })
      const reserved = new Set(reservedHostnames)
      this.#failures = 0
      this.#asksFromMs = performance.now() + requestGapMs
      for (const hostname of hostnames) {
        this.#note(hostname, reserved.has(hostname))
        this.#answer(hostname, reserved.has(hostname) ? 'reserved' : 'free')
      }
    } catch (error) {
      if (this.#failures === 0) this.#log.warn({ err: error }, 'the API does not say whose hostnames are')
      this.#failures += 1
      this.#asksFromMs = performance.now() + retryDelayMs(this.#failures)
      // No visitor waits for an API that is away.
      for (const hostname of this.#waiting.keys()) this.#answer(hostname, 'unknown')
    }
    this.#isAsking = false
    this.#schedule()
  }

  #answer(hostname: string, state: HostnameState): void {
    this.#waiting.get(hostname)?.resolve(state)
    this.#waiting.delete(hostname)
  }
}
