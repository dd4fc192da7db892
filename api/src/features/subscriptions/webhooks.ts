import type { App } from '../../platform/app.ts'
import type { PaymentEvent } from '../../platform/payments/provider.ts'
import { enqueueSync } from './jobs.ts'
import { insertEvent } from './repository.ts'

/**
 * Processes an event of the payment provider, once however often it is sent. The subscription is then read at
 * the provider, so that neither the event's age nor its order matters.
 */
export async function acceptPaymentEvent(app: App, { id, type, subscription }: PaymentEvent): Promise<void> {
  await app.change(async (trx) => {
    const isNew = await insertEvent(trx, { id, type, receivedAt: app.clock.now() })
    if (isNew && subscription) await enqueueSync(app, trx, subscription.id, subscription.accountId)
  })
}
