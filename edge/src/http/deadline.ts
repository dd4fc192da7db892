import type { HttpTiming } from './options.ts'

/** What a connection waits for, as far as that has a limit. */
export type Awaited = 'nothing' | 'first-head' | 'head' | 'body' | 'next-request' | 'reader' | 'end'

/**
 * How long the visitor may take to close its side after our end. Closing at once over bytes that were not read would
 * make TCP drop the answer (RFC 9112, section 9.6).
 */
const lingerMs = 2_000

/** What of a body of known length must come within each `bodyIdleMs`, or its end; in bytes. */
const bodyStepBytes = 8 * 1024

/** Returns how far a body has come. A body of known length is ready to be sent, so that only whole steps count. */
export function bodyProgress(bytes: number, contentLength: number | undefined): number {
  return contentLength === undefined ? bytes : Math.floor(bytes / bodyStepBytes)
}

/** Tells when a connection has waited too long. */
export class Deadline {
  readonly #limits: HttpTiming
  #awaited: Awaited = 'nothing'
  #progress = 0
  #sinceMs = 0

  constructor(limits: HttpTiming) {
    this.#limits = limits
  }

  /** Whether `awaited` has taken too long at `nowMs`. Its time begins anew when `progress` changes. */
  isOver(awaited: Awaited, progress: number, nowMs: number): boolean {
    if (awaited === this.#awaited && progress === this.#progress) {
      return nowMs - this.#sinceMs >= this.#limitOf(awaited)
    }
    this.#awaited = awaited
    this.#progress = progress
    this.#sinceMs = nowMs
    return false
  }

  #limitOf(awaited: Awaited): number {
    switch (awaited) {
      case 'nothing':
        return Number.POSITIVE_INFINITY
      case 'first-head':
      case 'head':
        return this.#limits.requestHeadMs
      case 'body':
        return this.#limits.bodyIdleMs
      case 'next-request':
        return this.#limits.keepAliveMs
      case 'reader':
        return this.#limits.readerIdleMs
      case 'end':
        return lingerMs
      default:
        return awaited satisfies never
    }
  }
}
