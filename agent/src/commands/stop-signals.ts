import { exitCodes } from '../failure.ts'

/** Resolves when the user asks the command to end. Asked again, it ends at once, after `onHurry`. */
export function waitForStop(onHurry: () => void): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) {
        onHurry()
        process.exit(exitCodes.endedByUser)
      }
      isStopping = true
      resolve()
    }
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
