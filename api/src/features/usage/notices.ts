import { z } from 'zod'
import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import { asSystem } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { Trx } from '../../platform/db/db.ts'
import { defineRecurringJob, defineJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { renderLimitNotice } from '../../platform/mail/notices.ts'
import { findAccount } from '../accounts/service.ts'
import { listNoticeEmails } from '../notices/mails.ts'
import { addNotice } from '../notices/service.ts'
import { lockFreePlans } from '../plans/service.ts'
import { getMailSite } from '../site/service.ts'
import * as repository from './repository.ts'
import { findThreshold, monthOf, usageDelayMaxMs, type UsageRow } from './rules.ts'

const transferNotice = defineJob({
  name: 'usage.noticeTransfer',
  payload: z.object({
    accountId: z.string(),
    /** The month's first day. */
    month: z.iso.date(),
    /** Percent of the limit. */
    threshold: z.literal([80, 100]),
    usedBytes: z.number(),
    limitGb: z.number(),
  }),
})

const prune = defineRecurringJob({ name: 'usage.prune', cron: '39 * * * *' })

/** Creates the jobs of usage. */
export function createUsageJobs(app: App): JobHandler[] {
  return [
    handleJob(transferNotice, (notice) => sendNotice(app, notice)),
    handleJob(prune, () => deleteOldUsageReports(app)),
  ]
}

/**
 * Mails the owners of free accounts that have just reached a threshold of the month's transfer limit. Each
 * threshold gets one mail a month, and of several that are reached at once only the highest does.
 */
export async function noteThresholds(app: App, trx: Trx, tell: Tell, added: readonly UsageRow[]): Promise<void> {
  const now = app.clock.now()
  const month = monthOf(now)
  const ofMonth = added.filter(({ date }) => date >= month.start && date < month.end)
  // When two reports reach a threshold only together, the second waits here for the first, and then counts both.
  const plans = await lockFreePlans(trx, [...new Set(ofMonth.map(({ accountId }) => accountId))])
  const usage = await repository.sumUsage(trx, [...plans.keys()], month)
  const reached = [...plans].flatMap(([accountId, { maxDataOutGb }]) => {
    const usedBytes = usage.get(accountId)?.dataOutBytes ?? 0
    const threshold = findThreshold(usedBytes, maxDataOutGb)
    return threshold ? [{ accountId, month: month.start, threshold, usedBytes, limitGb: maxDataOutGb }] : []
  })
  const due = await repository.insertNotices(trx, reached, now)
  for (const notice of reached.filter(({ accountId }) => due.has(accountId))) {
    await enqueue(trx, { kind: transferNotice, payload: notice, now })
    const { accountId, threshold, limitGb } = notice
    await addNotice(
      { trx, tell, source: asSystem(app) },
      {
        of: { accountId },
        facts: {
          kind: threshold === 100 ? 'LIMIT_REACHED' : 'LIMIT_NEAR',
          limitGb,
          resetsAt: new Date(month.end).toISOString(),
        },
        subjectIds: [accountId],
        key: month.start,
      },
    )
  }
}

/** Mails an account's owners, once however often it is tried. */
async function sendNotice(
  { change, clock, config, mailer }: App,
  notice: z.infer<typeof transferNotice.payload>,
): Promise<void> {
  const { accountId, threshold, usedBytes, limitGb } = notice
  const now = clock.now()
  const resetsAt = new Date(monthOf(new Date(notice.month)).end)
  await change(async (trx) => {
    const account = await findAccount(trx, accountId)
    if (!account || !(await repository.markNoticeSent(trx, notice, now))) return
    const site = await getMailSite({ db: trx, config })
    const content = renderLimitNotice(site, { accountName: account.name, threshold, usedBytes, limitGb, resetsAt })
    for (const to of await listNoticeEmails(trx, accountId, threshold === 100 ? 'LIMIT_REACHED' : 'LIMIT_NEAR')) {
      await mailer.sendMail(trx, { ...content, to, deliverUntil: resetsAt })
    }
  })
}

/** Deletes the ids of reports that no edge sends again. */
export async function deleteOldUsageReports({ db, clock }: App): Promise<void> {
  await repository.deleteUsageReportsBefore(db, addMs(clock.now(), -usageDelayMaxMs))
}
