const quietMs = 5_000

/** Keeps a fault that every request meets from filling the screen: the same message is shown once per 5 s, with a count. */
export class FailedRequests {
  #message = ''
  #saidMs = 0
  #unsaid = 0

  /** Returns the line to show for a failed request; undefined if the same one was just shown. */
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
