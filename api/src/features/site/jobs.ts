import { z } from 'zod'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/db/db.ts'
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { enqueue } from '../../platform/jobs/service.ts'

/**
 * Notifies every dashboard that the settings look different now. A job, because an alert begins and ends by the clock, and
 * because the command line that made the change may run in a process that reaches no dashboard.
 */
const announcement = defineJob({ name: 'site.announce', payload: z.object({}) })

/** Enqueues an event for the settings at each of these instants. */
export async function enqueueSiteEvents(trx: Trx, instants: Date[]): Promise<void> {
  for (const runAt of instants) {
    await enqueue(trx, { kind: announcement, payload: {}, runAt, key: runAt.toISOString() })
  }
}

/** Creates the jobs of the installation's settings. */
export function createSiteJobs({ change }: App): JobHandler[] {
  return [handleJob(announcement, () => change(async (_trx, tell) => tell('siteChanged', 'all', {})))]
}
