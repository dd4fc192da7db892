import { addMs, type Clock } from '../clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function createTestClock(start = new Date('2026-03-01T12:00:00.000Z')): TestClock {
  let now = start
  return {
    now: () => now,
    advance: (ms) => {
      now = addMs(now, ms)
    },
  }
}
