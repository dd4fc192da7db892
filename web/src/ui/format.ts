let chosen = 'en-US'

/** Sets the language for dates and numbers from now on, as a BCP 47 tag; null: English (United States). */
export function setFormatLocale(locale: string | null): void {
  chosen = locale ?? 'en-US'
}

/** Creates a formatter when it is first used in a language. */
function inLocale<Format>(make: (locale: string) => Format): () => Format {
  let made: { format: Format; locale: string } | undefined
  return () => {
    if (made?.locale !== chosen) made = { format: make(chosen), locale: chosen }
    return made.format
  }
}

// Each takes 2 ms to create, and most screens use two or three. A page that uses one of these does not include the others.
const count = /* @__PURE__ */ inLocale((locale) => new Intl.NumberFormat(locale))
const short = /* @__PURE__ */ inLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)
const decimal = /* @__PURE__ */ inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
const ungrouped = /* @__PURE__ */ inLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: false }),
)
const tenths = /* @__PURE__ */ inLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const date = /* @__PURE__ */ inLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const shortDateTime = /* @__PURE__ */ inLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
)
const utcDay = /* @__PURE__ */ inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)
const shortUtcDay = /* @__PURE__ */ inLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }),
)
const dateTime = /* @__PURE__ */ inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)

const exactTime = /* @__PURE__ */ inLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    }),
)
const timeOfDay = /* @__PURE__ */ inLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A whole number with separators, for example 12,408. */
export function formatCount(value: number): string {
  return count().format(value)
}

/** A number in a few characters, for example 12.4M. */
export function formatShortCount(value: number): string {
  return short().format(value)
}

/** A number with at most one decimal, for example 1.5. */
export function formatDecimal(value: number): string {
  return decimal().format(value)
}

/** Formats a count with its noun, for example 1 member or 3 members. */
export function formatNumber(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`
}

/** Describes how many have lost their connection and may come back, for example 2 reconnecting; undefined for none. */
export function describeReconnecting(lostCount: number): string | undefined {
  return lostCount > 0 ? `${formatCount(lostCount)} reconnecting` : undefined
}

/** Bytes in units of 1024 with at most one decimal, for example 3.4 MB, which never becomes two lines. */
export function formatBytes(bytes: number): string {
  let power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), byteUnits.length - 1)
  // What would be rounded to 1024 is one of the next unit.
  if (power < byteUnits.length - 1 && Math.round(bytes / 1024 ** power) === 1024) power += 1
  const value = bytes / 1024 ** power
  const format = power === 0 || value >= 100 ? ungrouped() : tenths()
  return `${format.format(value)}\u00A0${byteUnits[power]}`
}

/** Hours and minutes between two instants, for example 2h 14m. */
export function formatDuration(fromIso: string, toMs: number): string {
  return formatMinutes((toMs - Date.parse(fromIso)) / 60_000)
}

/** A length of time in hours and minutes, for example 2h 14m; never negative. */
export function formatMinutes(length: number): string {
  const minutes = Math.max(0, Math.floor(length))
  return `${Math.floor(minutes / 60)}h\u00a0${minutes % 60}m`
}

/** Formats how long ago an instant was, for example 12 s, 3 min, 2 h or 3 days; a wrong clock yields 0 s, never a negative time. */
export function formatAge(iso: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(iso)) / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  const hours = Math.floor(seconds / 3600)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** A share in percent with at most one decimal, for example 99.2%. */
export function formatPercent(share: number): string {
  // A share below 100 % is never rounded up to it.
  const percent = share < 1 ? Math.min(share * 100, 99.9) : share * 100
  return `${formatDecimal(percent)}%`
}

/** A day, for example Nov 21, 2026. */
export function formatDate(iso: string): string {
  return date().format(new Date(iso))
}

/** Formats a day in UTC that the API returns as YYYY-MM-DD, for example Nov 21, 2026. */
export function formatDay(day: string): string {
  return utcDay().format(new Date(day))
}

/** The same without the year, for example Nov 21. */
export function formatShortDay(day: string): string {
  return shortUtcDay().format(new Date(day))
}

/** Formats a recent instant, for example Nov 21, 9:30 AM. */
export function formatShortDateTime(iso: string): string {
  return shortDateTime().format(new Date(iso))
}

/** An instant to the minute, for example Nov 21, 2026, 9:30 AM. */
export function formatDateTime(iso: string): string {
  return dateTime().format(new Date(iso))
}

/** An instant to the millisecond, for example Nov 21, 2026, 9:30:05.123 AM. */
export function formatExactTime(iso: string): string {
  return exactTime().format(new Date(iso))
}

/** An instant of the last hours to the minute, for example 9:30 AM. */
export function formatTimeOfDay(iso: string): string {
  return timeOfDay().format(new Date(iso))
}
