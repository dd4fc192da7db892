/** How long a new key works, in days; empty forever. */
export const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
]

/** When a key created now expires, as an ISO timestamp; undefined for never. */
export function toExpiresAt(days: string): string | undefined {
  return days === '' ? undefined : new Date(Date.now() + Number(days) * 24 * 60 * 60 * 1000).toISOString()
}
