import { z } from 'zod'
import type { App } from '../app.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/rules.ts'

/**
 * Tells every dashboard that the settings look different now. A job, because an alert begins and ends by the clock, and
 * because the command line that made the change may run in a process that reaches no dashboard.
 */
export const announcement = defineJob({ name: 'site.announce', payload: z.object({}) })

/** The background work on the installation's settings. */
export function createSiteJobs({ events }: App): JobHandler[] {
  return [handleJob(announcement, async () => events.publish('siteChanged', 'all', {}))]
}
