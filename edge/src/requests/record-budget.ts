import { TokenBucket } from '../token-bucket.ts'

/** How many requests an edge records a second, of all accounts together. A row takes some 12 µs: no more than 3 % of a core. */
export const recordedPerSecondOfAll = 2_000
const adjustMs = 1_000
/** At this price an account has one request a second recorded. */
const priceMax = 50

/**
 * The budget of an edge for all that it records. Where more is asked for than it has, each request takes more of its account's own
 * budget: those with much have less recorded, those with little nearly all.
 */
export class RecordBudget {
  readonly #all: TokenBucket
  /** Tokens of an account that a request takes. */
  #price = 1
  /** Requests that accounts had tokens for, since the price was set. */
  #wanted = 0
  #adjustedAtMs: number

  constructor(nowMs: number) {
    this.#all = new TokenBucket(recordedPerSecondOfAll * 60, recordedPerSecondOfAll, nowMs)
    this.#adjustedAtMs = nowMs
  }

  /** Reports whether a request is recorded, for which the budget of an account or hostname has to have room as well. */
  take(own: TokenBucket, nowMs: number): boolean {
    if (nowMs - this.#adjustedAtMs >= adjustMs) this.#adjust(nowMs)
    if (!own.take(nowMs, this.#price)) return false
    this.#wanted += 1
    return this.#all.take(nowMs)
  }

  #adjust(nowMs: number): void {
    const wantedPerSecond = (this.#wanted * 1_000) / (nowMs - this.#adjustedAtMs)
    // Half a second's rest must not undo what a busy minute has found.
    const factor = Math.max(0.5, wantedPerSecond / recordedPerSecondOfAll)
    this.#price = Math.min(priceMax, Math.max(1, this.#price * factor))
    this.#wanted = 0
    this.#adjustedAtMs = nowMs
  }
}
