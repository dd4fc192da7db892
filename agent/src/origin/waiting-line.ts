/** A request that waits for a connection. */
interface Waiting {
  /** The visitor's network, by `networkOf`. */
  readonly network: string
}

interface Entry<Waiter> {
  waiter: Waiter
  untilMs: number
}

/** Requests that wait: first come, first served within a network, with networks taking turns. */
export class WaitingLine<Waiter extends Waiting> {
  readonly #byNetwork = new Map<string, Entry<Waiter>[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(waiter: Waiter, untilMs: number): void {
    const entry = { waiter, untilMs }
    const line = this.#byNetwork.get(waiter.network)
    if (line === undefined) this.#byNetwork.set(waiter.network, [entry])
    else line.push(entry)
    this.#size += 1
  }

  delete(waiter: Waiter): void {
    const line = this.#byNetwork.get(waiter.network)
    const index = line?.findIndex((entry) => entry.waiter === waiter) ?? -1
    if (line === undefined || index === -1) return
    line.splice(index, 1)
    this.#removed(waiter.network, line)
  }

  /** Removes and returns the next request whose network may have a turn; undefined if there is none. */
  take(mayHaveTurn: (network: string) => boolean): Waiter | undefined {
    for (const [network, line] of this.#byNetwork) {
      if (!mayHaveTurn(network)) continue
      const entry = line.shift()
      // The network moves to the end, behind the others.
      this.#byNetwork.delete(network)
      if (line.length > 0) this.#byNetwork.set(network, line)
      this.#size -= 1
      return entry?.waiter
    }
    return undefined
  }

  /** Removes and returns the requests that have waited long enough. */
  takeExpired(nowMs: number): Waiter[] {
    const expired: Waiter[] = []
    for (const [network, line] of this.#byNetwork) {
      const count = line.findIndex(({ untilMs }) => untilMs > nowMs)
      const taken = line.splice(0, count === -1 ? line.length : count)
      for (const { waiter } of taken) {
        expired.push(waiter)
        this.#removed(network, line)
      }
    }
    return expired
  }

  clear(): void {
    this.#byNetwork.clear()
    this.#size = 0
  }

  #removed(network: string, line: readonly unknown[]): void {
    this.#size -= 1
    if (line.length === 0) this.#byNetwork.delete(network)
  }
}
