import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { deleteExpiredSignIns } from './service.ts'

const prune = defineRecurringJob({ name: 'command-line-sign-ins.prune', cron: '37 * * * *' })

/** Creates the jobs of sign-ins of command lines. */
export function createCommandLineSignInJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteExpiredSignIns(app))]
}
