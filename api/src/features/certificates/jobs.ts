import type { App } from '../../platform/app.ts'
import type { Round } from '../../platform/jobs/rounds.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { advance } from './advance.ts'
import { advanceJob, settleJob } from './job-kinds.ts'
import { pruneCertificates } from './service.ts'
import { warnOfEnds } from './warnings.ts'
import { enqueueDue, settle } from './wanted.ts'

const warn = defineRecurringJob({ name: 'certificates.warn', cron: '20 * * * *' })

const prune = defineRecurringJob({ name: 'certificates.prune', cron: '55 * * * *' })

/** The jobs of certificates. While the installation orders none, what changes concern nothing. */
export function createCertificateJobs(app: App): JobHandler[] {
  return [
    handleJob(advanceJob, async ({ certificateId }, { signal }) => {
      if (app.acme) await advance(app, app.acme, certificateId, signal)
    }),
    handleJob(settleJob, async (cause) => {
      if (app.acme) await settle(app, cause)
    }),
    handleJob(warn, () => warnOfEnds(app)),
    handleJob(prune, () => pruneCertificates(app)),
  ]
}

/** Catches up with what no change told of: ACME that was switched on, offered domains, jobs that were given up. */
export function createCertificateRounds(app: App): Round[] {
  const run = async () => {
    if (!app.acme) return
    await settle(app)
    await enqueueDue(app)
  }
  return [{ name: 'certificates.settle', afterMs: 500, everyMs: 60_000, run }]
}
