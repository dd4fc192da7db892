const delaysMs = [1_000, 2_000, 5_000, 10_000]

/** Returns how long to wait after the given number of failures in a row, in milliseconds. */
export function retryDelayMs(failures: number): number {
  return delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0
}
