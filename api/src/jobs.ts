import { setTimeout as sleep } from 'node:timers/promises'
import { agentSilenceMs } from './agents/rules.ts'
import type { App } from './app.ts'
import { checkSilence, deleteForgottenEdges } from './edges/service.ts'
import { deleteExpiredSessions } from './sessions/service.ts'
import { deleteOldUsageReports } from './usage/service.ts'

/** Work that nobody asks for, done again and again. */
export interface Job {
  name: string
  /** Time from the program's start to the first run. */
  afterMs: number
  /** Time from the end of a run to the next. */
  everyMs: number
  run: (app: App) => Promise<void>
}

const hourMs = 60 * 60 * 1_000

/** Every node does every job: each changes only what is still to be changed. */
const jobs: Job[] = [
  // Agents cannot report while no node runs: after a start they first get the time to.
  { name: 'check silence', afterMs: agentSilenceMs, everyMs: 5_000, run: checkSilence },
  { name: 'delete forgotten edges', afterMs: hourMs, everyMs: hourMs, run: deleteForgottenEdges },
  { name: 'delete expired sessions', afterMs: hourMs, everyMs: hourMs, run: deleteExpiredSessions },
  { name: 'delete old usage reports', afterMs: hourMs, everyMs: hourMs, run: deleteOldUsageReports },
]

/** Starts the jobs; the returned function stops them and waits for those that are running. */
export function startJobs(app: App, work: Job[] = jobs): () => Promise<void> {
  const stop = new AbortController()
  const loops = work.map((job) => repeat(app, job, stop.signal))
  return async () => {
    stop.abort()
    await Promise.all(loops)
  }
}

async function repeat(app: App, { name, afterMs, everyMs, run }: Job, signal: AbortSignal): Promise<void> {
  for (let delayMs = afterMs; await waited(delayMs, signal); delayMs = everyMs) {
    await run(app).catch((error: unknown) => app.log.error({ err: error, job: name }, 'job failed'))
  }
}

/** Waits; false when it was told to stop. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return await sleep(ms, true, { signal }).catch(() => false)
}
