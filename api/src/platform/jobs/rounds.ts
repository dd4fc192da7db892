import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/**
 * Work that every node repeats within seconds, by real time; work at set times is a recurring job. Nodes do
 * not take turns, so a round changes only what is still to be changed.
 */
export interface Round {
  name: string
  /** Time from the program's start, or from a run that failed, to the next run. */
  afterMs: number
  /** Time from the end of a run to the next run. */
  everyMs: number
  run: () => Promise<void>
}

/** Starts rounds; the returned function stops them and waits for those that are running. */
export function startRounds(rounds: readonly Round[], log: Logger): () => Promise<void> {
  const stop = new AbortController()
  const loops = rounds.map((round) => repeat(round, log, stop.signal))
  return async () => {
    stop.abort()
    await Promise.all(loops)
  }
}

async function repeat({ name, afterMs, everyMs, run }: Round, log: Logger, signal: AbortSignal): Promise<void> {
  for (let delayMs = afterMs; await waited(delayMs, signal);) {
    delayMs = everyMs
    await run().catch((error: unknown) => {
      log.error({ err: error, round: name }, 'round failed')
      // A database that is unavailable keeps others from reporting too: they get as much time as after a start.
      delayMs = afterMs
    })
  }
}

/** Waits. Resolves with false when it was told to stop. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return await sleep(ms, true, { signal }).catch(() => false)
}
