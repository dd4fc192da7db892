import type { HttpTiming } from './options.ts'

/** What a connection waits for; `nothing` has no time limit. */
export type Awaited = 'nothing' | 'first-head' | 'head' | 'body' | 'next-request' | 'reader' | 'end'

/**
 * How long the client may take to close its side after ours. Closing immediately over unread bytes would
 * make TCP drop the answer (RFC 9112, section 9.6).
 */
const lingerMs = 2_000

/** How much of a body of known length must arrive within each `bodyIdleMs`, unless it ends; in bytes. */
const bodyStepBytes = 8 * 1024

/** Returns how far a body has arrived. For a body of known length, which its client could send at once, only whole steps count. */
export function bodyProgress(bytes: number, contentLength: number | undefined): number {
  return contentLength === undefined ? bytes : Math.floor(bytes / bodyStepBytes)
}

/** Decides whether a connection has waited too long. */
export class Deadline {
  readonly #limits: HttpTiming
  #awaited: Awaited = 'nothing'
  #progress = 0
  #sinceMs = 0

  constructor(limits: HttpTiming) {
    this.#limits = limits
  }

  /** Reports whether `awaited` has taken too long at `nowMs`. The time restarts when `progress` changes. */
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
