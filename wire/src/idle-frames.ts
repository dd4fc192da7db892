import { protocolError } from './errors.ts'

/** How many may arrive within how many milliseconds. */
const framesMax = 1_000
const windowMs = 10_000

/**
 * Counts frames that cost work and carry nothing: PING, GOAWAY, and an ACK of nothing new. A conforming side sends at most a handful
 * a second.
 */
export class IdleFrames {
  #count = 0
  #startedAt = 0

  /** Throws if more arrive than a conforming side ever sends. */
  count(): void {
    if (this.#count === 0) this.#startedAt = performance.now()
    this.#count += 1
    if (this.#count <= framesMax) return
    const isFlood = performance.now() - this.#startedAt < windowMs
    this.#count = 0
    if (isFlood) throw protocolError(`expected at most ${framesMax} PINGs and the like within ${windowMs / 1_000} s`)
  }
}
