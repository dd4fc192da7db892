import { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { type JobHandler, handleJob, defineJob, defineRecurringJob } from '../../platform/jobs/rules.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { invoiceNextPeriods, listAccountsToInvoice } from './service.ts'

const periodInvoices = defineJob({
  name: 'billing.invoicePeriods',
  payload: z.object({ accountId: z.string() }),
})

const allPeriodInvoices = defineRecurringJob({ name: 'billing.invoiceAllPeriods', cron: '5 * * * *' })

/** Creates the jobs of invoices. */
export function createInvoiceJobs(app: App): JobHandler[] {
  return [
    handleJob(periodInvoices, ({ accountId }) => invoiceNextPeriods(app, accountId)),
    handleJob(allPeriodInvoices, () => enqueuePeriodInvoices(app)),
  ]
}

/** Enqueues one job for each account, so that a fault with one holds up no other. */
async function enqueuePeriodInvoices({ db, change, clock }: App): Promise<void> {
  const accountIds = await listAccountsToInvoice(db, clock.now())
  await change(async (trx) => {
    for (const accountId of accountIds) {
      await enqueue(trx, { kind: periodInvoices, payload: { accountId }, now: clock.now(), key: accountId })
    }
  })
}
