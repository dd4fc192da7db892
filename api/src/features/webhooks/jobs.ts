import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { noticeDelivery } from '../notices/service.ts'
import { attempt } from './attempts.ts'
import { attemptJob, deliverEvent, deliverNotice } from './deliveries.ts'
import { eventDelivery } from './events.ts'
import * as repository from './repository.ts'
import { retentionMs } from './rules.ts'

const prune = defineRecurringJob({ name: 'webhook-deliveries.prune', cron: '35 * * * *' })

/** Creates the jobs of webhooks. */
export function createWebhookJobs(app: App): JobHandler[] {
  return [
    handleJob(noticeDelivery, ({ noticeId }) => deliverNotice(app, noticeId)),
    handleJob(eventDelivery, (event) => deliverEvent(app, event)),
    handleJob(attemptJob, ({ deliveryId, attempt: number }, { signal }) => attempt(app, deliveryId, number, signal)),
    handleJob(prune, () => repository.deleteDeliveriesBefore(app.db, addMs(app.clock.now(), -retentionMs))),
  ]
}
