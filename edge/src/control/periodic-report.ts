import type { Logger } from 'pino'
import { Failures } from '../retry.ts'

export interface PeriodicReportOptions<Item> {
  /** Time between two reports, in milliseconds. */
  everyMs: number
  /** Returns what must be reported now. */
  take: () => Item[]
  /** Sends at most a thousand reports. */
  send: (items: Item[], signal: AbortSignal) => Promise<void>
  /** The log message of a failure whose cause is not that of the failure before it. */
  failureMessage: string
  log: Logger
}

const itemsPerReport = 1_000

/** Reports figures that people watch, at a fixed interval. A failed report is dropped: the next one is newer. */
export class PeriodicReport<Item> {
  readonly #options: PeriodicReportOptions<Item>
  readonly #timer: NodeJS.Timeout
  readonly #stop = new AbortController()
  #isSending = false
  readonly #failures: Failures

  constructor(options: PeriodicReportOptions<Item>) {
    this.#options = options
    this.#failures = new Failures(options.log, options.failureMessage)
    this.#timer = setInterval(() => void this.#report(), options.everyMs)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stop.abort()
  }

  async #report(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const { take, send } = this.#options
    const items = take()
    try {
      for (let at = 0; at < items.length; at += itemsPerReport) {
        await send(items.slice(at, at + itemsPerReport), this.#stop.signal)
      }
      this.#failures.clear()
    } catch (error) {
      this.#failures.add(error)
    }
    this.#isSending = false
  }
}
