/** The source of the time; tests pass one that they can move. */
export interface Clock {
  now(): Date
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

export const minuteMs = 60 * 1_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * How far behind the clock of another node may be. What counts once is remembered for this much longer than it is valid: to a node whose clock is
 * behind, it would be valid and new.
 */
export const nodeBehindMs = 60 * minuteMs

/** Returns the instant this many milliseconds after (or, negative, before) another. */
export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

/** The last instant that both databases can keep: the embedded one is given years as four digits. */
export const lastInstant = new Date('9999-12-31T23:59:59.999Z')

/** Reports whether both databases can keep an instant. */
export function isStorableInstant(instant: Date): boolean {
  return instant.getUTCFullYear() >= 1 && instant <= lastInstant
}

/** Returns the calendar day of an instant in UTC, as YYYY-MM-DD. */
export function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** Formats the calendar day of an instant in UTC for readers: "1 March 2026". */
export function formatDay(instant: Date): string {
  return day.format(instant)
}

const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

/** Formats an instant in UTC for readers: "12:05 UTC on 1 March 2026". */
export function formatInstant(instant: Date): string {
  return `${time.format(instant)} UTC on ${formatDay(instant)}`
}
