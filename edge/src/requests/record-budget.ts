import { TokenBucket } from '../token-bucket.ts'

/** How many requests a process of an edge records per second, over all accounts. A row takes some 12 µs: no more than 3 % of a core. */
export const recordedPerSecondOfAll = 2_000
const adjustMs = 1_000
/** At this price an account has one request per second recorded. */
const priceMax = 50

/**
 * An edge's budget for everything it records. If demand exceeds it, each request takes more of its account's
 * budget: accounts with much traffic have fewer requests recorded, those with little nearly all.
 */
export class RecordBudget {
  readonly #all: TokenBucket
  /** How many of an account's tokens a request takes. */
  #price = 1
  /** Requests for which accounts had tokens since the price was set. */
  #wanted = 0
  #adjustedAtMs: number

  constructor(nowMs: number) {
    this.#all = new TokenBucket(recordedPerSecondOfAll * 60, recordedPerSecondOfAll, nowMs)
    this.#adjustedAtMs = nowMs
  }

  /** Reports whether a request is recorded; the budget of its account or hostname must have room as well. */
  take(own: TokenBucket, nowMs: number): boolean {
    if (nowMs - this.#adjustedAtMs >= adjustMs) this.#adjust(nowMs)
    if (!own.take(nowMs, this.#price)) return false
    this.#wanted += 1
    return this.#all.take(nowMs)
  }

  #adjust(nowMs: number): void {
    const wantedPerSecond = (this.#wanted * 1_000) / (nowMs - this.#adjustedAtMs)
    // A quiet half second must not undo what a busy minute has found.
    const factor = Math.max(0.5, wantedPerSecond / recordedPerSecondOfAll)
    this.#price = Math.min(priceMax, Math.max(1, this.#price * factor))
    this.#wanted = 0
    this.#adjustedAtMs = nowMs
  }
}
