import { protocolError } from './errors.ts'

/** How many may arrive within how many milliseconds. */
const framesMax = 1_000
const windowMs = 10_000

/**
 * Counts frames that cost work and carry nothing: PING, GOAWAY, and an ACK of nothing new. A conforming side sends at most a handful
 * a second.
 */
export class IdleFrames {
  /** When those within the time arrived; milliseconds of the monotonic clock. */
  readonly #times: number[] = []

  /** Throws if more arrive than a conforming side ever sends. */
  count(): void {
    const now = performance.now()
    const recent = this.#times.findIndex((time) => now - time < windowMs)
    this.#times.splice(0, recent === -1 ? this.#times.length : recent)
    if (this.#times.push(now) <= framesMax) return
    throw protocolError(`expected at most ${framesMax} PINGs and the like within ${windowMs / 1_000} s`)
  }
}
