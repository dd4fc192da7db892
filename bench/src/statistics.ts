/** Returns the middle value, or the mean of the two middle ones; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Returns the median of the ratios of pairs measured in the same round. A machine that slows down during a run slows both
 * sides of a pair, so this moves less than the ratio of two medians.
 */
export function medianRatio(pairs: readonly (readonly [value: number, base: number])[]): number {
  return median(pairs.map(([value, base]) => value / base))
}
