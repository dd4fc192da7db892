/** How long a new key works: for some days, until a chosen date, or forever. */
export const expiries = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date…' },
  { value: '', label: 'Never' },
]

/** Returns when a key created now expires, as an ISO timestamp; undefined for never. On a chosen date, it works until the end of that day in local time. */
export function toExpiresAt(expiry: string, lastDay: string): string | undefined {
  if (expiry === '') return undefined
  if (expiry !== 'date') return new Date(Date.now() + Number(expiry) * 24 * 60 * 60 * 1000).toISOString()
  const [year = 0, month = 0, day = 0] = lastDay.split('-').map(Number)
  return new Date(year, month - 1, day + 1).toISOString()
}

/** Returns what is wrong with the last day of a key; null if nothing is. */
export function findLastDayComplaint(expiry: string, lastDay: string): string | null {
  if (expiry !== 'date') return null
  if (!/^\d{4}-\d\d-\d\d$/.test(lastDay)) return 'Choose the last day on which the key works'
  return Date.parse(toExpiresAt(expiry, lastDay) ?? '') <= Date.now() ? 'Choose today or a later day' : null
}
