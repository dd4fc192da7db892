import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { forgetExchanged } from './service.ts'

const prune = defineRecurringJob({ name: 'tokenExchange.prune', cron: '31 * * * *' })

/** Creates the jobs of the exchange of tokens. */
export function createTokenExchangeJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => forgetExchanged(app))]
}
