import { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { defineJob, defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { checkAgain, verify } from './checks.ts'
import * as repository from './repository.ts'

/** A check that was requested, and whose result is awaited: four attempts, which take about a minute. */
export const verification = defineJob({
  name: 'domains.verify',
  payload: z.object({ domainId: z.string() }),
  attemptsMax: 4,
})

/** The daily check of one verified domain. Eight attempts outlast a short failure of our name servers. */
const dailyCheck = defineJob({
  name: 'domains.checkAgain',
  payload: z.object({ domainId: z.string(), dueAt: z.iso.datetime() }),
  attemptsMax: 8,
})

const dailyChecks = defineRecurringJob({ name: 'domains.checkAllAgain', cron: '10 4 * * *' })

/** Creates the jobs of domains. */
export function createDomainJobs(app: App): JobHandler[] {
  return [
    handleJob(verification, ({ domainId }, { attempt }) => verify(app, domainId, attempt >= verification.attemptsMax)),
    handleJob(dailyCheck, ({ domainId, dueAt }, { attempt }) =>
      checkAgain(app, domainId, new Date(dueAt), attempt >= dailyCheck.attemptsMax),
    ),
    handleJob(dailyChecks, ({ dueAt }) => enqueueDailyChecks(app, dueAt)),
  ]
}

/** Enqueues one job for each domain, so that a slow name server holds up no other. */
async function enqueueDailyChecks({ db, change, clock }: App, dueAt: string): Promise<void> {
  const ids = await repository.listVerifiedIds(db)
  await change(async (trx) => {
    for (const domainId of ids) {
      await enqueue(trx, { kind: dailyCheck, payload: { domainId, dueAt }, now: clock.now(), key: domainId })
    }
  })
}
