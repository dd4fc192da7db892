import assert from 'node:assert/strict'

/**
 * The order in which the requests of one connection are answered (RFC 9112, section 9.3.2). A request enters the order once and leaves
 * it once: when its answer is complete, when it is withdrawn, or together with all others. An answer that was removed by mistake would
 * never end, nor release what it holds; so every removal names the request, and asserts that it is at the position it is removed from.
 */
export class AnswerOrder<Request> {
  /** The requests that were handed on, oldest first; only the oldest may write. */
  readonly #begun: Request[] = []
  #held: Request | undefined

  /** The number of requests that were handed on and are not completely answered. */
  get size(): number {
    return this.#begun.length
  }

  /** The requests that were handed on, oldest first. */
  get begun(): readonly Request[] {
    return this.#begun
  }

  /** The request whose answer is being sent. */
  get first(): Request | undefined {
    return this.#begun[0]
  }

  /** The request that was handed on last. */
  get last(): Request | undefined {
    return this.#begun.at(-1)
  }

  /** Reports whether a request waits until all earlier answers are complete. */
  get isHolding(): boolean {
    return this.#held !== undefined
  }

  /** Reports whether there is nothing to answer. */
  get isEmpty(): boolean {
    return this.#begun.length === 0 && this.#held === undefined
  }

  /** Reports whether nothing of this request's answer can have been sent, because others precede it. */
  isBehindOthers(request: Request): boolean {
    return request === this.#held || this.#begun.indexOf(request) > 0
  }

  /** Appends a request. Returns whether it is also the first. */
  begin(request: Request): boolean {
    assert(this.#held === undefined, 'No request overtakes the one that is held')
    assert(!this.#begun.includes(request), 'A request takes its place once')
    return this.#begun.push(request) === 1
  }

  /** Holds a request back until all earlier answers are complete. */
  hold(request: Request): void {
    assert(this.#begun.length > 0 && this.#held === undefined, 'A single request is held, behind others')
    this.#held = request
  }

  /** Returns the request that was held, once it may begin; `begin` adds it to the order. */
  takeHeld(): Request | undefined {
    assert(this.#begun.length === 0, 'A request is held until all answers before its own are complete')
    const held = this.#held
    this.#held = undefined
    return held
  }

  /** Called when the first answer is complete, or its connection has left HTTP. */
  complete(request: Request): void {
    assert(this.#begun[0] === request, 'Answers are completed in order')
    this.#begun.shift()
  }

  /** Removes a request that gets no answer. */
  withdraw(request: Request): void {
    if (request === this.#held) {
      this.#held = undefined
      return
    }
    const index = this.#begun.indexOf(request)
    assert(index !== -1, 'Only a request that has a place is withdrawn')
    this.#begun.splice(index, 1)
  }

  /** Removes all requests; returns those that were handed on. */
  withdrawAll(): Request[] {
    this.#held = undefined
    return this.#begun.splice(0)
  }
}
