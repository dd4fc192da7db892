import { z } from 'zod'
import type { App } from '../app.ts'
import { addMs } from '../clock.ts'
import type { Trx } from '../db/db.ts'
import { defineJob, defineRecurringJob, handleJob, type JobHandler } from '../jobs/rules.ts'
import { listAccountsToInvoice } from './invoice-repository.ts'
import { invoiceNextPeriods } from './invoices.ts'
import { deleteEventsBefore, listLiveIds } from './subscription-repository.ts'
import { getPayments, syncSubscription } from './subscriptions.ts'

/** Reads a subscription at the provider, after something happened to it. */
const subscriptionSync = defineJob({
  name: 'billing.syncSubscription',
  payload: z.object({ subscriptionId: z.string(), accountId: z.string().nullable() }),
})

/** Ends a subscription of an account that is gone. */
const subscriptionEnd = defineJob({
  name: 'billing.endSubscription',
  payload: z.object({ subscriptionId: z.string() }),
})

const periodInvoices = defineJob({
  name: 'billing.invoicePeriods',
  payload: z.object({ accountId: z.string() }),
})

const allPeriodInvoices = defineRecurringJob({ name: 'billing.invoiceAllPeriods', cron: '5 * * * *' })

const dailySyncs = defineRecurringJob({ name: 'billing.syncAllSubscriptions', cron: '20 4 * * *' })

/** The background work on invoices and subscriptions. */
export function createBillingJobs(app: App): JobHandler[] {
  return [
    handleJob(subscriptionSync, ({ subscriptionId, accountId }) => syncSubscription(app, subscriptionId, accountId)),
    handleJob(subscriptionEnd, ({ subscriptionId }) => getPayments(app).cancelSubscription(subscriptionId, 'now')),
    handleJob(periodInvoices, ({ accountId }) => invoiceNextPeriods(app, accountId)),
    handleJob(allPeriodInvoices, () => enqueuePeriodInvoices(app)),
    handleJob(dailySyncs, () => enqueueDailySyncs(app)),
  ]
}

/** Enqueues a read of a subscription. `accountId` is the account that an event named. */
export async function enqueueSync(
  { jobs, clock }: Pick<App, 'jobs' | 'clock'>,
  trx: Trx,
  subscriptionId: string,
  accountId: string | null,
): Promise<void> {
  const payload = { subscriptionId, accountId }
  await jobs.enqueue(trx, { kind: subscriptionSync, payload, runAt: clock.now(), key: subscriptionId })
}

/** Enqueues the end of a subscription. */
export async function enqueueEnd(
  { jobs, clock }: Pick<App, 'jobs' | 'clock'>,
  trx: Trx,
  subscriptionId: string,
): Promise<void> {
  await jobs.enqueue(trx, { kind: subscriptionEnd, payload: { subscriptionId }, runAt: clock.now() })
}

/** One job an account: a fault with one holds up no other. */
async function enqueuePeriodInvoices({ db, jobs, clock }: App): Promise<void> {
  const accountIds = await listAccountsToInvoice(db, clock.now())
  await db.transaction().execute(async (trx) => {
    for (const accountId of accountIds) {
      await jobs.enqueue(trx, { kind: periodInvoices, payload: { accountId }, runAt: clock.now(), key: accountId })
    }
  })
}

/** The provider sends an event again for three days. */
const eventsKeptMs = 30 * 24 * 60 * 60 * 1_000

/** Reads every subscription that lives, for events that never arrived, and forgets old ones. */
async function enqueueDailySyncs(app: App): Promise<void> {
  await deleteEventsBefore(app.db, addMs(app.clock.now(), -eventsKeptMs))
  if (!app.payments) return
  const ids = await listLiveIds(app.db)
  await app.db.transaction().execute(async (trx) => {
    for (const id of ids) await enqueueSync(app, trx, id, null)
  })
}
