import { z } from 'zod'
import type { App } from '../app.ts'
import type { Trx } from '../db/db.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/rules.ts'

/**
 * Tells every dashboard that the settings look different now. A job, because an alert begins and ends by the clock, and
 * because the command line that made the change may run in a process that reaches no dashboard.
 */
const announcement = defineJob({ name: 'site.announce', payload: z.object({}) })

/** Has the settings told anew at each of these instants. */
export async function announceSite(trx: Trx, { jobs }: Pick<App, 'jobs'>, instants: Date[]): Promise<void> {
  for (const runAt of instants) {
    await jobs.enqueue(trx, { kind: announcement, payload: {}, runAt, key: runAt.toISOString() })
  }
}

/** The background work on the installation's settings. */
export function createSiteJobs({ events }: App): JobHandler[] {
  return [handleJob(announcement, async () => events.publish('siteChanged', 'all', {}))]
}
