import { setTimeout as sleep } from 'node:timers/promises'
import { agentSilenceMs } from './agents/rules.ts'
import type { App } from './app.ts'
import { deleteRetiredKeys } from './auth/keyring.ts'
import { checkSilence, deleteForgottenEdges } from './edges/service.ts'
import { deleteOldRates } from './rate-limits/service.ts'
import { deleteExpiredSessions } from './sessions/service.ts'
import { deleteOldUsageReports } from './usage/service.ts'

/** Work that nobody asks for, done again and again. */
export interface Sweep {
  name: string
  /** Time from the program's start to the first run. */
  afterMs: number
  /** Time from the end of a run to the next. */
  everyMs: number
  run: (app: App) => Promise<void>
}

const hourMs = 60 * 60 * 1_000

/** Tidying that every node does by itself: each sweep changes only what is still to be changed. */
const sweeps: Sweep[] = [
  // Agents cannot report while no node runs: after a start they first get the time to.
  { name: 'check silence', afterMs: agentSilenceMs, everyMs: 5_000, run: checkSilence },
  { name: 'delete forgotten edges', afterMs: hourMs, everyMs: hourMs, run: deleteForgottenEdges },
  { name: 'delete expired sessions', afterMs: hourMs, everyMs: hourMs, run: deleteExpiredSessions },
  { name: 'delete retired keys', afterMs: hourMs, everyMs: hourMs, run: deleteRetiredKeys },
  { name: 'delete old rates', afterMs: hourMs, everyMs: hourMs, run: deleteOldRates },
  { name: 'delete old usage reports', afterMs: hourMs, everyMs: hourMs, run: deleteOldUsageReports },
]

/** Starts the sweeps; the returned function stops them and waits for those that are running. */
export function startSweeps(app: App, work: Sweep[] = sweeps): () => Promise<void> {
  const stop = new AbortController()
  const loops = work.map((sweep) => repeat(app, sweep, stop.signal))
  return async () => {
    stop.abort()
    await Promise.all(loops)
  }
}

async function repeat(app: App, { name, afterMs, everyMs, run }: Sweep, signal: AbortSignal): Promise<void> {
  for (let delayMs = afterMs; await waited(delayMs, signal); delayMs = everyMs) {
    await run(app).catch((error: unknown) => app.log.error({ err: error, sweep: name }, 'sweep failed'))
  }
}

/** Waits; false when it was told to stop. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return await sleep(ms, true, { signal }).catch(() => false)
}
