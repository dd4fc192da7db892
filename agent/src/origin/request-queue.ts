/** A request that waits for a connection. */
interface QueuedRequest {
  /** The visitor's network, by `networkOf`. */
  readonly network: string
}

interface Entry<Waiter> {
  waiter: Waiter
  untilMs: number
}

/** Requests that wait: first come, first served within a network, with networks taking turns. */
export class RequestQueue<Waiter extends QueuedRequest> {
  readonly #byNetwork = new Map<string, Entry<Waiter>[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(waiter: Waiter, untilMs: number): void {
    const entry = { waiter, untilMs }
    const queue = this.#byNetwork.get(waiter.network)
    if (queue === undefined) this.#byNetwork.set(waiter.network, [entry])
    else queue.push(entry)
    this.#size += 1
  }

  delete(waiter: Waiter): void {
    const queue = this.#byNetwork.get(waiter.network)
    const index = queue?.findIndex((entry) => entry.waiter === waiter) ?? -1
    if (queue === undefined || index === -1) return
    queue.splice(index, 1)
    this.#removed(waiter.network, queue)
  }

  /** Removes and returns the next request whose network may have a turn; undefined if there is none. */
  take(isEligible: (network: string) => boolean): Waiter | undefined {
    for (const [network, queue] of this.#byNetwork) {
      if (!isEligible(network)) continue
      const entry = queue.shift()
      // The network moves to the end, behind the others.
      this.#byNetwork.delete(network)
      if (queue.length > 0) this.#byNetwork.set(network, queue)
      this.#size -= 1
      return entry?.waiter
    }
    return undefined
  }

  /** Removes and returns the requests that have waited long enough. */
  takeExpired(nowMs: number): Waiter[] {
    const expired: Waiter[] = []
    for (const [network, queue] of this.#byNetwork) {
      const count = queue.findIndex(({ untilMs }) => untilMs > nowMs)
      const taken = queue.splice(0, count === -1 ? queue.length : count)
      for (const { waiter } of taken) {
        expired.push(waiter)
        this.#removed(network, queue)
      }
    }
    return expired
  }

  clear(): void {
    this.#byNetwork.clear()
    this.#size = 0
  }

  #removed(network: string, queue: readonly unknown[]): void {
    this.#size -= 1
    if (queue.length === 0) this.#byNetwork.delete(network)
  }
}
