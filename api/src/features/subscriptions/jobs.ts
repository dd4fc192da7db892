import { z } from 'zod'
import { addMs, dayMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { defineJob, defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { deleteEventsBefore, listCheckouts, listLiveIds, takeCheckoutsBefore } from './repository.ts'
import { getPayments, syncSubscription } from './service.ts'

/** Reads a subscription at the provider, after something happened to it. */
const subscriptionSync = defineJob({
  name: 'billing.syncSubscription',
  payload: z.object({ subscriptionId: z.string(), accountId: z.string().nullable() }),
})

/** Ends a subscription of a deleted account. */
const subscriptionEnd = defineJob({
  name: 'billing.endSubscription',
  payload: z.object({ subscriptionId: z.string() }),
})

/** Closes a page on which an account could be subscribed, and reads the subscription if it was paid on. */
const checkoutClose = defineJob({
  name: 'billing.closeCheckout',
  payload: z.object({ checkoutId: z.string() }),
})

const dailySyncs = defineRecurringJob({ name: 'billing.syncAllSubscriptions', cron: '20 4 * * *' })

/** Creates the jobs of subscriptions. */
export function createSubscriptionJobs(app: App): JobHandler[] {
  return [
    handleJob(
      subscriptionSync,
      async ({ subscriptionId, accountId }) => void (await syncSubscription(app, subscriptionId, accountId)),
    ),
    handleJob(subscriptionEnd, ({ subscriptionId }) => getPayments(app).cancelSubscription(subscriptionId, 'now')),
    handleJob(checkoutClose, ({ checkoutId }) => closeCheckout(app, checkoutId)),
    handleJob(dailySyncs, () => enqueueDailySyncs(app)),
  ]
}

async function closeCheckout(app: App, checkoutId: string): Promise<void> {
  const subscriptionId = await getPayments(app).closeCheckoutSession(checkoutId)
  if (subscriptionId !== undefined) await syncSubscription(app, subscriptionId, null)
}

/** Enqueues a read of a subscription. `accountId` is the account that an event named. */
export async function enqueueSync(
  { clock }: Pick<App, 'clock'>,
  trx: Trx,
  subscriptionId: string,
  accountId: string | null,
): Promise<void> {
  const payload = { subscriptionId, accountId }
  // Separate keys, because a later event that names no account would take the place of one that does.
  const key = accountId === null ? subscriptionId : `${subscriptionId} ${accountId}`
  await enqueue(trx, { kind: subscriptionSync, payload, now: clock.now(), key })
}

/** Makes the provider end the subscriptions of a deleted account, and the pages on which it could get one. */
export async function endSubscriptionsOf({ trx, source }: Ending, { accountId }: { accountId: string }): Promise<void> {
  for (const subscriptionId of await listLiveIds(trx, accountId)) {
    await enqueue(trx, { kind: subscriptionEnd, payload: { subscriptionId }, now: source.clock.now() })
  }
  for (const { id: checkoutId } of await listCheckouts(trx, accountId)) {
    await enqueue(trx, { kind: checkoutClose, payload: { checkoutId }, now: source.clock.now() })
  }
}

/** The provider sends an event again for three days. */
const eventRetentionMs = 30 * dayMs

/** A page of the provider expires after a day. */
const checkoutLifetimeMs = dayMs

/** Reads every live subscription and every expired page, because events may be lost, and deletes old events. */
async function enqueueDailySyncs(app: App): Promise<void> {
  const now = app.clock.now()
  await deleteEventsBefore(app.db, addMs(now, -eventRetentionMs))
  if (!app.payments) return
  const ids = await listLiveIds(app.db)
  await app.change(async (trx) => {
    for (const id of ids) await enqueueSync(app, trx, id, null)
    for (const checkoutId of await takeCheckoutsBefore(trx, addMs(now, -checkoutLifetimeMs))) {
      await enqueue(trx, { kind: checkoutClose, payload: { checkoutId }, now })
    }
  })
}
