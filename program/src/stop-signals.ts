/** The exit code of a program ended by Ctrl-C: 128 plus the number of SIGINT. */
const interrupted = 130

/** Under npm, one Ctrl-C reaches a program twice: from the terminal, and from npm. */
const echoMs = 1_000

/**
 * Resolves when the user asks the program to stop. At a second request it exits at once, after `hurry`, with the exit code that
 * `hurry` returns. Call it before anything starts: a program that is asked during its start then stops cleanly once it has started.
 */
export function waitForStop(hurry: () => number = () => interrupted): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const stop = () => {
      const now = performance.now()
      if (askedAt === undefined) {
        askedAt = now
        resolve()
      } else if (now - askedAt > echoMs) {
        process.exit(hurry())
      }
    }
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
