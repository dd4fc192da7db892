import type { App } from '../../platform/app.ts'
import type { Round } from '../../platform/jobs/rounds.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { advanceJob, reconcileJob } from './job-kinds.ts'
import { pruneCertificates } from './service.ts'
import { warnOfExpiry } from './warnings.ts'
import { enqueueDue, getCertificateScope, reconcile } from './wanted.ts'

const warn = defineRecurringJob({ name: 'certificates.warn', cron: '20 * * * *' })

const prune = defineRecurringJob({ name: 'certificates.prune', cron: '55 * * * *' })

/** Creates the jobs of certificates. While the installation orders none, they do nothing. */
export function createCertificateJobs(app: App): JobHandler[] {
  return [
    handleJob(advanceJob, async ({ certificateId }, { signal }) => {
      if (!app.acme) return
      // Loaded when the first certificate is ordered: a tenth of all modules serves that alone.
      const { advance } = await import('./advance.ts')
      await advance(app, app.acme, certificateId, signal)
    }),
    handleJob(reconcileJob, async (cause) => {
      if (app.acme) await reconcile(app, cause.all === true ? undefined : cause)
    }),
    handleJob(warn, () => warnOfExpiry(app)),
    handleJob(prune, () => pruneCertificates(app)),
  ]
}

/** How often all names are checked. For 100,000 of them, PostgreSQL needs a quarter of a second, and the embedded database half a second. */
const reconcileAllMs = 10 * 60_000

/** Catches up with what no event reported: ACME that was switched on, offered domains, jobs that were given up. */
export function createCertificateRounds(app: App): Round[] {
  let settled: { names: string; atMs: number } | undefined
  const run = async () => {
    if (!app.acme) return
    const { ownNames } = await getCertificateScope(app)
    const names = ownNames.join()
    const atMs = performance.now()
    if (settled?.names !== names || atMs - settled.atMs > reconcileAllMs) {
      await reconcile(app)
      settled = { names, atMs }
    }
    await enqueueDue(app)
  }
  return [{ name: 'certificates.settle', afterMs: 500, everyMs: 60_000, run }]
}
