/** The value of a plan's limit that means "unlimited". */
export const unlimited = -1

/** Data is counted in units of 1024. */
export const bytesPerGb = 1024 ** 3

/** The price in US cents of a GiB beyond a plan's limit. */
export const overageCentsPerGb = 10

/** Formats a count with its noun: `1 request`, `3 requests`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
