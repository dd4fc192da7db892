import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { tendRecordedRequests } from './retention.ts'

const tend = defineRecurringJob({ name: 'requests.tend', cron: '7 * * * *' })

/** Creates the jobs of recorded requests. */
export function createRequestJobs(app: App): JobHandler[] {
  return [handleJob(tend, (_payload, { signal }) => tendRecordedRequests(app, signal))]
}
