import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { maintainRecordedRequests } from './retention.ts'

const maintain = defineRecurringJob({ name: 'requests.tend', cron: '7 * * * *' })

/** Creates the jobs of recorded requests. */
export function createRequestJobs(app: App): JobHandler[] {
  return [handleJob(maintain, (_payload, { signal }) => maintainRecordedRequests(app, signal))]
}
