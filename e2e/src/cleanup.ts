import { afterAll, afterEach } from 'vitest'

/** Registers what tests start, and ends it, last started first. */
export interface Cleanup {
  /** Registers how something ends. */
  defer(end: () => unknown): void
}

/** How long all of it may take, in milliseconds: a copy of the whole installation has some hundred thousand files to remove. */
const cleanupMs = 300_000

/** Ends what was registered after the last test of a file, at whose top level it is created. */
export function createCleanup(): Cleanup {
  return createCleanupIn(afterAll)
}

/** Ends what was registered after each test, so that a failing one leaves nothing behind for the next. */
export function createCleanupOfTest(): Cleanup {
  return createCleanupIn(afterEach)
}

function createCleanupIn(after: typeof afterAll): Cleanup {
  const ends: (() => unknown)[] = []
  after(async () => {
    const failures: unknown[] = []
    for (const end of ends.splice(0).toReversed()) {
      try {
        await end()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended')
  }, cleanupMs)
  return { defer: (end) => void ends.push(end) }
}
