/** Formats an instant for a field of date and time: in the browser's time zone, to the minute. Empty if it is none, or beyond the field's years. */
export function toLocalTime(iso: string): string {
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return ''
  const year = instant.getFullYear()
  if (year < 1 || year > 9999) return ''
  const date = [pad(year, 4), pad(instant.getMonth() + 1), pad(instant.getDate())].join('-')
  return `${date}T${pad(instant.getHours())}:${pad(instant.getMinutes())}`
}

/** Returns the instant that such a field holds; empty while it is incomplete or holds no possible time. */
export function toInstant(local: string): string {
  const instant = new Date(local)
  return Number.isNaN(instant.getTime()) ? '' : instant.toISOString()
}

function pad(part: number, digits = 2): string {
  return String(part).padStart(digits, '0')
}
