import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/**
 * Work that every node repeats within seconds, by real time: what waits for the clock of an installation is a recurring job. Nodes do
 * not take turns, so that a round changes only what is still to be changed.
 */
export interface Round {
  name: string
  /** Time from the program's start, and from a run that failed, to the next. */
  afterMs: number
  /** Time from the end of a run to the next. */
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
      // What keeps a round from the database keeps others from reporting there.
      delayMs = afterMs
    })
  }
}

/** Waits; false when it was told to stop. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return await sleep(ms, true, { signal }).catch(() => false)
}
