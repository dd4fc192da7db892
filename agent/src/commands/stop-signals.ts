import { exitCodes } from '../failure.ts'

/** One Ctrl-C reaches a command under npx twice: from the terminal, and passed on by npm. */
const echoMs = 1_000

/** Resolves when the user asks the command to end. Asked again, it ends at once, after `onHurry`. */
export function waitForStop(onHurry: () => void): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const stop = () => {
      const now = performance.now()
      if (askedAt === undefined) {
        askedAt = now
        resolve()
      } else if (now - askedAt > echoMs) {
        onHurry()
        process.exit(exitCodes.endedByUser)
      }
    }
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
