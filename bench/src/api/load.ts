/** The measurements of one load. */
export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
  errors: number
}

/** Repeats a task with several concurrent workers, each starting again after its own last run. */
export async function measureLoad(
  { concurrency, seconds }: { concurrency: number; seconds: number },
  signal: AbortSignal,
  task: (worker: number) => Promise<void>,
): Promise<Load> {
  const durations: number[] = []
  let errors = 0
  const start = performance.now()
  const end = start + seconds * 1_000
  const work = async (worker: number) => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      signal.throwIfAborted()
      await task(worker).catch(() => (errors += 1))
      durations.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)))
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    perSecond: (durations.length * 1_000) / (performance.now() - start),
    p50Ms: findPercentile(sorted, 0.5),
    p99Ms: findPercentile(sorted, 0.99),
    errors,
  }
}

/** Returns the smallest value that a given share of all values do not exceed; NaN for an empty list. */
export function findPercentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
