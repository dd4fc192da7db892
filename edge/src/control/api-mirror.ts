import type { ControlClient, ControlDocument } from '@culvert/control-client'
import type { Logger } from 'pino'
import { Failures, retryDelayMs } from '../retry.ts'

/**
 * How old a copy of the API's state may become before the API is asked again, regardless of events; milliseconds.
 * Together with the time that asking takes, a change whose event was lost takes effect at every edge within 30 s.
 */
export const maxAgeMs = 25_000
/** How much earlier the next question may be sent, so that edges that started together do not all ask together. */
const jitterMs = 3_000
/** The time between two attempts while a caller waits for the first answer. */
const loadRetryMs = 1_000

export interface ApiMirrorOptions {
  /** Asks the API and stores the answer. If it throws, the previous state stays. */
  ask: (signal: AbortSignal) => Promise<void>
  /** Milliseconds between two questions; slightly less than `maxAgeMs` by default. */
  everyMs?: number
  /** The log message of a failure whose cause is not that of the failure before it. */
  failureMessage: string
  log: Logger
}

/**
 * Keeps a copy of a part of the API's state up to date: reads it at the start, when an event asks for it, and at the latest when it is
 * `everyMs` old. Only one request is under way at a time. While the API is away, the copy stays.
 */
export class ApiMirror {
  readonly #options: ApiMirrorOptions
  readonly #stop = new AbortController()
  #isLoaded = false
  readonly #failures: Failures
  #failedMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined
  /** Whether the answer under way may predate the latest call of `refresh`. */
  #isStale = false
  #recheckMs: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: ApiMirrorOptions) {
    this.#options = options
    this.#failures = new Failures(options.log, options.failureMessage)
    void this.refresh()
  }

  /** Reports whether the API has answered once. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Resolves once the API has answered for the first time, or fails to answer now. */
  async load(): Promise<void> {
    if (this.#isLoaded) return
    if (this.#asking !== undefined) await this.#asking
    else if (performance.now() - this.#failedMs > loadRetryMs) await this.refresh()
  }

  /** Asks now, and once more after `recheckMs` if given. The answer to a request already under way does not count. */
  async refresh(recheckMs?: number): Promise<void> {
    this.#recheckMs = recheckMs
    this.#isStale = true
    this.#asking ??= this.#run()
    await this.#asking
  }

  /**
   * Asks at each event of a subscription, when that has started, and once more `recheckMs` later, until the mirror closes. The state is not
   * taken from the event: an answer under way may be older, and would overwrite it. `onNext` takes an event of which that is not so.
   */
  follow<Data>(
    client: ControlClient,
    document: ControlDocument<Data, Record<string, never>>,
    recheckMs: number,
    onNext: (event: Data) => void = () => void this.refresh(),
  ): void {
    const onConnected = () => void this.refresh(recheckMs)
    const unsubscribe = client.subscribe(document, {}, { onNext, onConnected })
    this.#stop.signal.addEventListener('abort', unsubscribe)
  }

  close(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#isStale) {
      this.#isStale = false
      await this.#try()
    }
    this.#asking = undefined
    if (this.#stop.signal.aborted) return
    const { everyMs = maxAgeMs - Math.random() * jitterMs } = this.#options
    const delayMs = this.#failures.count > 0 ? retryDelayMs(this.#failures.count) : (this.#recheckMs ?? everyMs)
    this.#timer = setTimeout(() => void this.refresh(), delayMs).unref()
  }

  async #try(): Promise<void> {
    try {
      await this.#options.ask(this.#stop.signal)
      this.#failures.clear()
      this.#isLoaded = true
    } catch (error) {
      if (this.#stop.signal.aborted) return
      this.#failures.add(error)
      this.#failedMs = performance.now()
    }
  }
}
