import type { RequestContext } from '../../platform/context.ts'
import type { CheckoutRequest } from '../../platform/payments/provider.ts'
import { lockAccountFor } from '../accounts/service.ts'
import * as repository from './repository.ts'
import { begunMeanwhile, isLive } from './rules.ts'
import { getPayments, syncSubscription } from './service.ts'

/**
 * Returns the provider's page for subscribing an account. Only its latest page can be paid on: two that are paid would be two
 * subscriptions. Throws CONFLICT if an earlier one was. `wish` names who wants what.
 */
export async function openCheckout(
  context: RequestContext,
  wish: string,
  request: Omit<CheckoutRequest, 'idempotencyKey'>,
): Promise<string> {
  const payments = getPayments(context)
  const { accountId } = request
  const opened = await repository.listCheckouts(context.db, accountId)
  // Two clicks at once are one request, for which the provider repeats its answer. A later one gets a new page: the first may have expired.
  const prefix = `checkout ${accountId} ${wish} ${Math.floor(context.clock.now().getTime() / 60_000)}`
  const latest = opened.at(-1)
  const same = latest?.idempotencyKey.startsWith(`${prefix} `) ? latest : undefined
  const earlier = opened.filter((checkout) => checkout !== same)
  await closeCheckouts(context, accountId, earlier)
  const idempotencyKey = same?.idempotencyKey ?? `${prefix} ${latest?.id ?? 'first'}`
  const { id, url } = await payments.createCheckoutSession({ ...request, idempotencyKey })
  const meanwhile = await context.change(async (trx) => {
    // Of two pages that open at once, the one with the higher number finds the other.
    await lockAccountFor(trx, context, 'changePlan', accountId)
    const subscription = await repository.findSubscriptionOf(trx, accountId)
    if (subscription && isLive(subscription)) throw begunMeanwhile()
    await repository.insertCheckout(trx, { id, accountId, idempotencyKey, createdAt: context.clock.now() })
    await repository.deleteCheckouts(trx, earlier)
    return await repository.listCheckouts(trx, accountId, id)
  })
  await closeCheckouts(context, accountId, meanwhile)
  await repository.deleteCheckouts(context.db, meanwhile)
  return url
}

/** Closes pages. Throws CONFLICT if one of them was paid on. */
async function closeCheckouts(
  context: RequestContext,
  accountId: string,
  checkouts: readonly { id: string }[],
): Promise<void> {
  for (const { id } of checkouts) {
    const subscriptionId = await getPayments(context).closeCheckoutSession(id)
    if (subscriptionId === undefined) continue
    // The provider's own report may be late.
    await syncSubscription(context, subscriptionId, accountId)
    const subscription = await repository.findSubscription(context.db, subscriptionId)
    if (subscription && isLive(subscription)) throw begunMeanwhile()
  }
}
