import { afterAll } from '@jest/globals'

/** Takes what a test file starts, and ends it after the file's last test, last started first. */
export interface Cleanup {
  /** Registers how something ends. */
  defer(end: () => unknown): void
}

/** One for each test file, made at its top level. */
export function createCleanup(): Cleanup {
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    const failures: unknown[] = []
    for (const end of ends.toReversed()) {
      try {
        await end()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended')
  })
  return { defer: (end) => void ends.push(end) }
}
