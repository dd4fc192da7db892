import type { App } from './app.ts'
import { createBillingJobs } from './billing/jobs.ts'
import { createDomainJobs } from './domains/jobs.ts'
import type { JobHandler } from './jobs/rules.ts'
import { createPasswordJobs } from './sessions/passwords.ts'
import { createSiteJobs } from './site/jobs.ts'
import { createUsageJobs } from './usage/notices.ts'

/** What every feature does in the background: each adds its handlers here. */
export function createJobHandlers(app: App): JobHandler[] {
  return [
    ...createBillingJobs(app),
    ...createDomainJobs(app),
    ...createPasswordJobs(app),
    ...createSiteJobs(app),
    ...createUsageJobs(app),
  ]
}
