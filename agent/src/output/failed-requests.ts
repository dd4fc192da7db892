const quietMs = 5_000

/** Keeps a fault that every request meets from filling the screen: the same message is shown once per 5 s, with a count. */
export class FailedRequests {
  #message = ''
  #printedMs = 0
  #suppressedCount = 0

  /** Returns the line to show for a failed request; undefined if the same one was just shown. */
  describe(message: string): string | undefined {
    const now = performance.now()
    if (message === this.#message && now - this.#printedMs < quietMs) {
      this.#suppressedCount += 1
      return undefined
    }
    const more =
      message === this.#message && this.#suppressedCount > 0 ? ` (${this.#suppressedCount} more before this one)` : ''
    this.#message = message
    this.#printedMs = now
    this.#suppressedCount = 0
    return `A visitor got an error: ${message}${more}.`
  }
}
