import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { deleteExpiredSessions } from './service.ts'

const prune = defineRecurringJob({ name: 'sessions.prune', cron: '35 * * * *' })

/** Creates the jobs of sessions. */
export function createSessionJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteExpiredSessions(app))]
}
