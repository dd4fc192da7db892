import type { Traffic } from '../origin/exchange-record.ts'

export interface ReporterOptions {
  traffic: Readonly<Traffic>
  /** Sends the counters; resolves with whether the agent may continue. The next report makes up for one that fails. */
  send(traffic: Traffic): Promise<boolean>
  /** Called when the API says that the agent has ended. */
  onEnded(): void
}

/** How often changing counters are reported. */
const changedIntervalMs = 1_000
/** An agent reports after this time even if nothing changes; with the wait for the next tick, that is at most every 15 s. */
const unchangedIntervalMs = 14_000

/** Reports the counters to the API: at most once a second while they change, and at least every 15 s. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #timer: NodeJS.Timeout
  #sent: Traffic = { requestCount: 0, bytesIn: 0, bytesOut: 0 }
  #sentMs = performance.now()
  #isSending = false

  constructor(options: ReporterOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#reportWhenDue(), changedIntervalMs)
  }

  /** Stops without another report. */
  stop(): void {
    clearInterval(this.#timer)
  }

  /** Stops after a last report, if something has changed since the previous one. Never rejects. */
  async finish(): Promise<void> {
    this.stop()
    if (this.#hasChanged()) await this.#report()
  }

  async #reportWhenDue(): Promise<void> {
    if (this.#isSending || (!this.#hasChanged() && performance.now() - this.#sentMs < unchangedIntervalMs)) return
    this.#isSending = true
    const mayContinue = await this.#report()
    this.#isSending = false
    if (!mayContinue) this.#options.onEnded()
  }

  async #report(): Promise<boolean> {
    const traffic = { ...this.#options.traffic }
    try {
      const mayContinue = await this.#options.send(traffic)
      this.#sent = traffic
      this.#sentMs = performance.now()
      return mayContinue
    } catch {
      return true
    }
  }

  #hasChanged(): boolean {
    const { requestCount, bytesIn, bytesOut } = this.#options.traffic
    const sent = this.#sent
    return requestCount !== sent.requestCount || bytesIn !== sent.bytesIn || bytesOut !== sent.bytesOut
  }
}
