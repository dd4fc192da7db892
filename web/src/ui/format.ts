const count = new Intl.NumberFormat('en-US')
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const shortDateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const utcDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const shortUtcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A whole number with separators, for example 12,408. */
export function formatCount(value: number): string {
  return count.format(value)
}

/** How many of something there are, for example 1 member or 3 members. */
export function formatNumber(value: number, noun: string): string {
  return `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** How many have lost their connection and may come back, for example 2 reconnecting; undefined for none. */
export function describeReconnecting(lostCount: number): string | undefined {
  return lostCount > 0 ? `${formatCount(lostCount)} reconnecting` : undefined
}

/** Bytes in units of 1024 with at most one decimal, for example 3.4 MB. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), byteUnits.length - 1)
  const value = bytes / 1024 ** power
  const digits = power === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${byteUnits[power]}`
}

/** Hours and minutes between two instants, for example 2h 14m. */
export function formatDuration(fromIso: string, toMs: number): string {
  return formatMinutes((toMs - Date.parse(fromIso)) / 60_000)
}

/** A length of time in hours and minutes, for example 2h 14m; never negative. */
export function formatMinutes(length: number): string {
  const minutes = Math.max(0, Math.floor(length))
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/** How long ago an instant was, for example 12 s, 3 min or 2 h; a wrong clock makes it 0 s, never negative. */
export function formatAge(iso: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(iso)) / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

/** A share in percent with at most one decimal, for example 99.2%. */
export function formatPercent(share: number): string {
  // A share below 100 % is never rounded up to it.
  const percent = share < 1 ? Math.min(share * 100, 99.9) : share * 100
  return `${Number(percent.toFixed(1))}%`
}

/** A day, for example Nov 21, 2026. */
export function formatDate(iso: string): string {
  return date.format(new Date(iso))
}

/** A day in UTC that the API gives as YYYY-MM-DD, for example Nov 21, 2026. */
export function formatDay(day: string): string {
  return utcDay.format(new Date(day))
}

/** The same without the year, for example Nov 21. */
export function formatShortDay(day: string): string {
  return shortUtcDay.format(new Date(day))
}

/** An instant of these days, for example Nov 21, 9:30 AM. */
export function formatShortDateTime(iso: string): string {
  return shortDateTime.format(new Date(iso))
}

/** An instant to the minute, for example Nov 21, 2026, 9:30 AM. */
export function formatDateTime(iso: string): string {
  return dateTime.format(new Date(iso))
}
