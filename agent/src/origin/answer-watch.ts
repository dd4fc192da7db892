import { LinkedSet, startDeadline } from '@culvert/program'
import type { Linked } from '@culvert/program'

/** An exchange that waits for the app's answer. */
export interface PendingExchange extends Linked<PendingExchange> {
  /** When it times out, in milliseconds of the monotonic clock. Only the watch sets it. */
  answerDeadlineMs: number
  /** Called when no answer has come in time. */
  giveUp(message: string): void
}

/**
 * Gives up exchanges whose app does not answer. All wait equally long, so the exchange that began first gives up first,
 * and one timer serves them all.
 */
export class AnswerWatch {
  readonly #timeoutMs: number
  readonly #waiting = new LinkedSet<PendingExchange>()
  #cancel: (() => void) | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Starts the wait, or restarts it. */
  add(exchange: PendingExchange): void {
    this.#waiting.delete(exchange)
    exchange.answerDeadlineMs = performance.now() + this.#timeoutMs
    this.#waiting.add(exchange)
    this.#cancel ??= this.#schedule(this.#timeoutMs)
  }

  delete(exchange: PendingExchange): void {
    this.#waiting.delete(exchange)
  }

  close(): void {
    this.#cancel?.()
  }

  #schedule(delayMs: number): () => void {
    return startDeadline(delayMs, () => this.#expire())
  }

  #expire(): void {
    this.#cancel = undefined
    const now = performance.now()
    for (let exchange = this.#waiting.first; exchange !== undefined; exchange = this.#waiting.first) {
      // A timer may fire a little early.
      if (exchange.answerDeadlineMs > now + 1) {
        this.#cancel = this.#schedule(exchange.answerDeadlineMs - now)
        return
      }
      this.#waiting.delete(exchange)
      exchange.giveUp(`the app took the request and sent no answer for ${this.#timeoutMs / 1_000} s`)
    }
  }
}
