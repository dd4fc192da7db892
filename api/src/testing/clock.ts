import { addMs, type Clock } from '../ground/clock.ts'

/** A clock that follows the machine's, and that a test can set ahead. */
export class TestClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return addMs(new Date(), this.#aheadMs)
  }

  /** Sets the clock ahead, or back with a negative number. */
  advance(ms: number): void {
    this.#aheadMs += ms
  }
}
