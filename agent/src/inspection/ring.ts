import type { KeptRequest } from './kept-request.ts'

export interface RingOptions {
  /** The total size of what is kept, in bytes. */
  bytesMax: number
  /** The number of requests that are kept, however small. */
  countMax: number
}

/** A listener for changes to a ring. */
export interface RingListener {
  changed(request: KeptRequest): void
  forgotten(id: string): void
}

/**
 * The kept requests, bounded by their bytes. Requests that ended first are dropped first; an open one is never dropped,
 * but gets no more bytes once all the others are gone.
 */
export class Ring {
  readonly options: RingOptions
  /** All requests, in the order in which they were listed. */
  readonly #requests = new Map<string, KeptRequest>()
  /** The requests that have ended, in the order in which they ended. */
  readonly #over = new Map<string, KeptRequest>()
  /** The iterator at the first of them: a Map keeps the slots of deleted entries, and each iteration from its start would pass them all. */
  #fromOldest = this.#over.values()
  #oldest: KeptRequest | undefined
  /** By the ids that edges assigned. */
  readonly #byRequestId = new Map<string, KeptRequest>()
  readonly #listeners = new Set<RingListener>()
  #bytes = 0

  constructor(options: RingOptions) {
    this.options = options
  }

  /** The bytes that are kept, and those that are arriving at the moment. */
  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#requests.size
  }

  /** Reserves room for some bytes, dropping others for it. Returns false if only open requests are left. */
  reserve(bytes: number): boolean {
    while (this.#bytes + bytes > this.options.bytesMax) {
      const oldest = this.#findOldest()
      if (oldest === undefined) return false
      this.drop(oldest)
    }
    this.#bytes += bytes
    return true
  }

  /** Returns room that `reserve` took. */
  release(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Lists a request, or announces that it has changed. Everything in it has been redacted. */
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

  /** Returns a request by its id, or by the id that the edge gave it. */
  find(id: string): KeptRequest | undefined {
    return this.#requests.get(id) ?? this.#byRequestId.get(id)
  }

  /** Returns all requests, newest first. */
  newestFirst(): KeptRequest[] {
    return [...this.#requests.values()].toSorted((a, b) => b.sequence - a.sequence)
  }

  /** Drops all requests that have ended. */
  clear(): void {
    for (const request of this.#over.values()) this.drop(request)
  }

  /** Drops a request, whether it is listed or only has room reserved. */
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
      // An iterator that has reached its end stays there.
      this.#fromOldest = this.#over.values()
      value = this.#fromOldest.next().value
    }
    this.#oldest = value
    return value
  }

  /** Reports changes until the returned function is called. */
  listen(listener: RingListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** An edge that asks again after a loss uses the same id: the newer request is the one that was answered. */
  #index(request: KeptRequest): void {
    const { requestId } = request.summary
    if (requestId === undefined) return
    const former = this.#byRequestId.get(requestId)
    if (former === undefined || former.sequence <= request.sequence) this.#byRequestId.set(requestId, request)
  }
}
