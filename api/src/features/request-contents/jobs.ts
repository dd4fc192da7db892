import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { deleteExpiredShares } from './repository.ts'

const prune = defineRecurringJob({ name: 'request-shares.prune', cron: '17 * * * *' })

/** Creates the jobs of shared copies. */
export function createShareJobs({ db, clock }: App): JobHandler[] {
  return [handleJob(prune, () => deleteExpiredShares(db, clock.now()))]
}
