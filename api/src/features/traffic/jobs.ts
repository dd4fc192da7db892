import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { deleteOldTraffic } from './service.ts'

const prune = defineRecurringJob({ name: 'traffic.prune', cron: '27 * * * *' })

/** Creates the job that deletes old sums. */
export function createTrafficJobs(app: App): JobHandler[] {
  return [handleJob(prune, (_payload, { signal }) => deleteOldTraffic(app, signal))]
}
