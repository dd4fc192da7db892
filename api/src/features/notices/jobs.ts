import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { createMailJob } from './mails.ts'
import * as repository from './repository.ts'
import { retentionMs } from './rules.ts'

const prune = defineRecurringJob({ name: 'notices.prune', cron: '25 * * * *' })

/** Creates the jobs of notices. */
export function createNoticeJobs(app: App): JobHandler[] {
  const { db, clock } = app
  return [
    createMailJob(app),
    handleJob(prune, () => repository.deleteNoticesBefore(db, addMs(clock.now(), -retentionMs))),
  ]
}
