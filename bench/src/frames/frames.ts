import { median } from '../statistics.ts'

/** How smoothly a page was drawn. */
export interface Smoothness {
  /** The median over all whole seconds, in frames a second. */
  median: number
  /** The fewest frames within any one second. */
  worst: number
}

const secondMs = 1_000

/** Computes a page's smoothness from the times of its frames, in milliseconds and in order. */
export function findSmoothness(times: readonly number[]): Smoothness {
  const first = times[0] ?? 0
  const last = times.at(-1) ?? 0
  const seconds = Array.from({ length: Math.floor((last - first) / secondMs) }, () => 0)
  for (const time of times) {
    const second = Math.floor((time - first) / secondMs)
    if (second < seconds.length) seconds[second] = (seconds[second] ?? 0) + 1
  }
  return { median: median(seconds), worst: findWorst(times, last) }
}

/** Lists the seconds that begin with a frame: one that begins in a pause contains no fewer than the one that begins at the preceding frame. */
function findWorst(times: readonly number[], last: number): number {
  let worst = Number.POSITIVE_INFINITY
  let end = 0
  for (const [index, begin] of times.entries()) {
    if (begin + secondMs > last) break
    while (end < times.length && (times[end] ?? 0) <= begin + secondMs) end += 1
    // The frame at which the second begins belongs to the preceding second.
    worst = Math.min(worst, end - index - 1)
  }
  return Number.isFinite(worst) ? worst : Number.NaN
}
