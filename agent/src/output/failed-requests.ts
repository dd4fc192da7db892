const quietMs = 5_000

/** Keeps a fault that meets every request from filling the screen: the same message comes once in 5 s, with a count. */
export class FailedRequests {
  #message = ''
  #saidMs = 0
  #unsaid = 0

  /** The line to show for a request that failed; undefined when the same was said a moment ago. */
  describe(message: string): string | undefined {
    const now = performance.now()
    if (message === this.#message && now - this.#saidMs < quietMs) {
      this.#unsaid += 1
      return undefined
    }
    const more = message === this.#message && this.#unsaid > 0 ? ` (${this.#unsaid} more before this one)` : ''
    this.#message = message
    this.#saidMs = now
    this.#unsaid = 0
    return `A visitor got an error: ${message}${more}.`
  }
}
