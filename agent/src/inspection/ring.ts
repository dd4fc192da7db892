import type { KeptRequest } from './kept-request.ts'

export interface RingOptions {
  /** Bytes of everything that is kept. */
  bytesMax: number
  /** Requests that are kept, however small. */
  countMax: number
}

/** A listener to the changes of a ring. */
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
  /** Where the first of them stands: a Map keeps the places of what left it, and each iteration from its start would pass them all. */
  #fromOldest = this.#over.values()
  #oldest: KeptRequest | undefined
  /** By the ids that edges gave them. */
  readonly #byRequestId = new Map<string, KeptRequest>()
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
      const oldest = this.#findOldest()
      if (oldest === undefined) return false
      this.drop(oldest)
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
    this.#index(request)
    if (request.summary.state !== 'open') this.#over.set(request.summary.id, request)
    const oldest = this.#requests.size > this.options.countMax ? this.#findOldest() : undefined
    if (oldest !== undefined) this.drop(oldest)
    for (const listener of this.#listeners) listener.changed(request)
  }

  get(id: string): KeptRequest | undefined {
    return this.#requests.get(id)
  }

  /** Returns a request by its id, or by the one that the edge gave it. */
  find(id: string): KeptRequest | undefined {
    return this.#requests.get(id) ?? this.#byRequestId.get(id)
  }

  /** Returns all requests, the newest first. */
  newestFirst(): KeptRequest[] {
    return [...this.#requests.values()].toSorted((a, b) => b.sequence - a.sequence)
  }

  /** Forgets all requests that are over. */
  clear(): void {
    for (const request of this.#over.values()) this.drop(request)
  }

  /** Forgets a request, whether it is listed or only has room. */
  drop(request: KeptRequest): void {
    const { id, requestId } = request.summary
    this.#over.delete(id)
    this.#requests.delete(id)
    if (requestId !== undefined && this.#byRequestId.get(requestId)?.summary.id === id)
      this.#byRequestId.delete(requestId)
    this.release(request.reserved)
    for (const listener of this.#listeners) listener.forgotten(id)
  }

  /** Returns the request that ended first; undefined when all are open. */
  #findOldest(): KeptRequest | undefined {
    if (this.#oldest !== undefined && this.#over.has(this.#oldest.summary.id)) return this.#oldest
    let { value } = this.#fromOldest.next()
    if (value === undefined && this.#over.size > 0) {
      // An iterator that has come to its end stays there.
      this.#fromOldest = this.#over.values()
      value = this.#fromOldest.next().value
    }
    this.#oldest = value
    return value
  }

  /** Tells of changes until the returned function is called. */
  listen(listener: RingListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** An edge that asks a second time, after a loss, does so with the same id: the newer request is the one that was answered. */
  #index(request: KeptRequest): void {
    const { requestId } = request.summary
    if (requestId === undefined) return
    const former = this.#byRequestId.get(requestId)
    if (former === undefined || former.sequence <= request.sequence) this.#byRequestId.set(requestId, request)
  }
}
