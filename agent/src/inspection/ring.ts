import type { KeptRequest } from './kept-request.ts'

export interface RingOptions {
  /** Bytes of everything that is kept. */
  bytesMax: number
  /** Requests that are kept, however small. */
  countMax: number
}

/** What a ring tells of. */
export interface RingListener {
  changed(request: KeptRequest): void
  forgotten(id: string): void
}

/**
 * The requests that are kept, bounded by their bytes. Those that ended first are forgotten first; one that is open is never forgotten,
 * but gets no more bytes once all the others are gone.
 */
export class Ring {
  readonly options: RingOptions
  /** All requests, in the order in which they came to be listed. */
  readonly #requests = new Map<string, KeptRequest>()
  /** Those that are over, the first first. */
  readonly #over = new Map<string, KeptRequest>()
  readonly #listeners = new Set<RingListener>()
  #bytes = 0

  constructor(options: RingOptions) {
    this.options = options
  }

  /** Bytes of what is kept, and of what comes at the moment. */
  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#requests.size
  }

  /** Takes room for some bytes, for which others are forgotten. False when all that is left is open. */
  reserve(bytes: number): boolean {
    while (this.#bytes + bytes > this.options.bytesMax) {
      const [oldest] = this.#over.values()
      if (oldest === undefined) return false
      this.#forget(oldest)
    }
    this.#bytes += bytes
    return true
  }

  /** Gives back room that `reserve` took. */
  release(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Lists a request, or tells that it has changed. Everything in it has been redacted. */
  publish(request: KeptRequest): void {
    this.#requests.set(request.summary.id, request)
    if (request.summary.state !== 'open') this.#over.set(request.summary.id, request)
    const [oldest] = this.#over.values()
    if (this.#requests.size > this.options.countMax && oldest !== undefined) this.#forget(oldest)
    for (const listener of this.#listeners) listener.changed(request)
  }

  get(id: string): KeptRequest | undefined {
    return this.#requests.get(id)
  }

  /** Returns all requests, the newest first. */
  newestFirst(): KeptRequest[] {
    return [...this.#requests.values()].toSorted((a, b) => b.sequence - a.sequence)
  }

  /** Forgets all requests that are over. */
  clear(): void {
    for (const request of this.#over.values()) this.#forget(request)
  }

  /** Tells of changes until the returned function is called. */
  listen(listener: RingListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #forget(request: KeptRequest): void {
    const { id } = request.summary
    this.#over.delete(id)
    this.#requests.delete(id)
    this.release(request.reserved)
    for (const listener of this.#listeners) listener.forgotten(id)
  }
}
