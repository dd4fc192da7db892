import type { Traffic } from '../origin/exchange-record.ts'

export interface ReporterOptions {
  traffic: Readonly<Traffic>
  /** Sends the counters; resolves with whether the agent may go on. The next report makes up for one that fails. */
  send(traffic: Traffic): Promise<boolean>
  /** Called when the API says that the agent has ended. */
  onUnwanted(): void
}

/** How often counters that move are reported. */
const movingMs = 1_000
/** After this time an agent reports even if nothing moves; with the wait for the next tick that is 15 s at most. */
const silentMs = 14_000

/** Reports the counters to the API: at most once a second while they move, and at least every 15 s. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #timer: NodeJS.Timeout
  #sent: Traffic = { requestCount: 0, bytesIn: 0, bytesOut: 0 }
  #sentMs = performance.now()
  #isSending = false

  constructor(options: ReporterOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#reportWhenDue(), movingMs)
  }

  /** Ends without another report. */
  stop(): void {
    clearInterval(this.#timer)
  }

  /** Ends after a last report, if something has moved since the one before. Never rejects. */
  async finish(): Promise<void> {
    this.stop()
    if (this.#hasMoved()) await this.#report()
  }

  async #reportWhenDue(): Promise<void> {
    if (this.#isSending || (!this.#hasMoved() && performance.now() - this.#sentMs < silentMs)) return
    this.#isSending = true
    const isWanted = await this.#report()
    this.#isSending = false
    if (!isWanted) this.#options.onUnwanted()
  }

  async #report(): Promise<boolean> {
    const traffic = { ...this.#options.traffic }
    try {
      const isWanted = await this.#options.send(traffic)
      this.#sent = traffic
      this.#sentMs = performance.now()
      return isWanted
    } catch {
      return true
    }
  }

  #hasMoved(): boolean {
    const { requestCount, bytesIn, bytesOut } = this.#options.traffic
    const sent = this.#sent
    return requestCount !== sent.requestCount || bytesIn !== sent.bytesIn || bytesOut !== sent.bytesOut
  }
}
