import type { Cleanup } from './cleanup.ts'

/** The cleanup of a program: it runs itself, because there is no test runner. */
export interface ProgramCleanup extends Cleanup {
  /** Ends everything registered since the last call, last first. */
  end(): Promise<void>
}

/** One for each program. */
export function createProgramCleanup(): ProgramCleanup {
  const ends: (() => unknown)[] = []
  return {
    defer: (end) => void ends.push(end),
    async end() {
      for (const end of ends.splice(0).toReversed()) await end()
    },
  }
}

/** Makes a signal end the program cleanly, with the status that a shell gives it. */
export function endOnSignal(cleanup: ProgramCleanup): void {
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => void cleanup.end().finally(() => process.exit(status)))
  }
}
