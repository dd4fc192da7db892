import { addMs, type Clock } from '../ground/clock.ts'

/** A clock that stands still until a test moves it, for what depends on the hour or on exact durations. */
export interface StillClock extends Clock {
  advance(ms: number): void
}

export function createStillClock(start = new Date('2026-03-01T12:00:00.000Z')): StillClock {
  let now = start
  return {
    now: () => now,
    advance: (ms) => {
      now = addMs(now, ms)
    },
  }
}
