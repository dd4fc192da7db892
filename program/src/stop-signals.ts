/** What a shell reports for a program that Ctrl-C ended: 128 and the number of SIGINT. */
const interrupted = 130

/** One Ctrl-C reaches a program under npm twice: from the terminal, and passed on by npm. */
const echoMs = 1_000

/**
 * Resolves when the user asks the program to end. Asked again, it ends at once, after `hurry`, with the exit code that
 * `hurry` returns. Call it before anything starts: asked while it starts, a program ends cleanly once it has.
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
