/** An exchange that waits for the app's answer. */
export interface Awaiting {
  /** None came in time. */
  giveUp(message: string): void
}

/**
 * Gives up exchanges whose app does not answer. All wait equally long, so the one that began first is the first to give up,
 * and one timer serves them all.
 */
export class AnswerWatch {
  readonly #timeoutMs: number
  /** Each with the time of the monotonic clock at which it has waited long enough, in milliseconds. */
  readonly #deadlines = new Map<Awaiting, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Begins to wait, or begins anew. */
  add(exchange: Awaiting): void {
    this.#deadlines.delete(exchange)
    this.#deadlines.set(exchange, performance.now() + this.#timeoutMs)
    this.#timer ??= this.#schedule(this.#timeoutMs)
  }

  delete(exchange: Awaiting): void {
    this.#deadlines.delete(exchange)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #schedule(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#expire(), delayMs).unref()
  }

  #expire(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const [exchange, deadline] of this.#deadlines) {
      // A timer may fire a little early.
      if (deadline > now + 1) {
        this.#timer = this.#schedule(deadline - now)
        return
      }
      this.#deadlines.delete(exchange)
      exchange.giveUp(`the app took the request and sent no answer for ${this.#timeoutMs / 1_000} s`)
    }
  }
}
