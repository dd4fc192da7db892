import type { App } from './app.ts'
import { deleteRetiredKeys } from './auth/keyring.ts'
import { checkSilence, deleteForgottenEdges } from './edges/service.ts'
import { deleteExpiredSessions } from './sessions/service.ts'
import { deleteOldUsageReports } from './usage/service.ts'

interface Sweep {
  name: string
  everyMs: number
  run: (app: App) => Promise<void>
}

const secondMs = 1_000
const hourMs = 60 * 60 * secondMs

/** Tidying that every node does by itself: each sweep changes only what is still to be changed. */
const sweeps: Sweep[] = [
  { name: 'check silence', everyMs: 5 * secondMs, run: checkSilence },
  { name: 'delete forgotten edges', everyMs: hourMs, run: deleteForgottenEdges },
  { name: 'delete expired sessions', everyMs: hourMs, run: deleteExpiredSessions },
  { name: 'delete retired keys', everyMs: hourMs, run: deleteRetiredKeys },
  { name: 'delete old usage reports', everyMs: hourMs, run: deleteOldUsageReports },
]

/** Runs each sweep again and again; the returned function stops them and waits for those that are running. */
export function startSweeps(app: App): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const timers = sweeps.map(({ name, everyMs, run }) => {
    let isRunning = false
    return setInterval(() => {
      // A slow run is not overtaken by the next one.
      if (isRunning) return
      isRunning = true
      const done = run(app)
        .catch((error: unknown) => app.log.error({ err: error, sweep: name }, 'sweep failed'))
        .finally(() => {
          isRunning = false
          running.delete(done)
        })
      running.add(done)
    }, everyMs)
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}
