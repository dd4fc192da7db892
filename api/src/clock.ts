/** Where the program takes the time from; tests hand in one that they can move. */
export interface Clock {
  now(): Date
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** The instant this many milliseconds after (or, negative, before) another. */
export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
