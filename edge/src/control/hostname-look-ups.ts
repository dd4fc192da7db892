import type { Logger } from 'pino'
import { Failures, retryDelayMs } from '../retry.ts'

const waitingMax = 1_000
const keysPerRequest = 100
/** The time between two requests, so that strangers who make up hostnames cost the API at most ten queries a second. */
const requestGapMs = 100
const timeoutMs = 2_000

export interface HostnameLookUpsOptions<Found> {
  /** Asks the API about up to 100 hostnames. Resolves with a function that returns the result for each. */
  ask: (hostnames: string[], signal: AbortSignal) => Promise<(hostname: string) => Found>
  /** The log message of a failure whose cause is not that of the failure before it. */
  failureMessage: string
  log: Logger
}

/**
 * Asks the API about hostnames that visitors name. Questions are batched and bounded in number, so that strangers' visits
 * do not become work for the API.
 */
export class HostnameLookUps<Found> {
  readonly #options: HostnameLookUpsOptions<Found>
  readonly #waiting = new Map<string, PromiseWithResolvers<Found | undefined>>()
  #isAsking = false
  readonly #failures: Failures
  /** When the next question may be asked; milliseconds of the monotonic clock. */
  #nextRequestMs = 0

  constructor(options: HostnameLookUpsOptions<Found>) {
    this.#options = options
    this.#failures = new Failures(options.log, options.failureMessage)
  }

  /** Resolves with what the API knows about a hostname, within about 2 s; with undefined if it does not answer. */
  find(hostname: string): Promise<Found | undefined> {
    const asked = this.#waiting.get(hostname)
    if (asked !== undefined) return asked.promise
    const isFailing = this.#failures.count > 0 && performance.now() < this.#nextRequestMs
    if (isFailing || this.#waiting.size >= waitingMax) return Promise.resolve(undefined)
    const question = Promise.withResolvers<Found | undefined>()
    this.#waiting.set(hostname, question)
    this.#schedule()
    return question.promise
  }

  #schedule(): void {
    if (this.#isAsking || this.#waiting.size === 0) return
    this.#isAsking = true
    setTimeout(() => void this.#request(), Math.max(0, this.#nextRequestMs - performance.now())).unref()
  }

  async #request(): Promise<void> {
    const { ask } = this.#options
    const hostnames = [...this.#waiting.keys()].slice(0, keysPerRequest)
    try {
      const findIn = await ask(hostnames, AbortSignal.timeout(timeoutMs))
      this.#failures.clear()
      this.#nextRequestMs = performance.now() + requestGapMs
      for (const hostname of hostnames) this.#answer(hostname, findIn(hostname))
    } catch (error) {
      this.#failures.add(error)
      this.#nextRequestMs = performance.now() + retryDelayMs(this.#failures.count)
      // No visitor waits for an API that is away.
      for (const hostname of this.#waiting.keys()) this.#answer(hostname, undefined)
    }
    this.#isAsking = false
    this.#schedule()
  }

  #answer(hostname: string, found: Found | undefined): void {
    this.#waiting.get(hostname)?.resolve(found)
    this.#waiting.delete(hostname)
  }
}
