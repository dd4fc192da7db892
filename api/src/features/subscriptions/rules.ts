import type { Selectable } from 'kysely'
import {
  isSubscriptionTo,
  type ProviderSubscription,
  type SubscriptionStatus,
} from '../../platform/payments/provider.ts'
import type { Plan } from '../plans/rules.ts'
import type { ProviderSubscriptionTable } from './table.ts'

/** An account's subscription, as the payment provider told of it when it was last read. */
export type Subscription = Omit<Selectable<ProviderSubscriptionTable>, 'readNumber' | 'createdAt' | 'updatedAt'>

/** The states in which a subscription gives its plan: the provider goes on trying when a payment fails. */
export const liveStatuses: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due']

export function isLive({ status }: { status: SubscriptionStatus }): boolean {
  return liveStatuses.includes(status)
}

/** The plan that a subscription gives its account; null for none. */
export function givenPlanId(subscription: Subscription | undefined): string | null {
  return subscription && isLive(subscription) ? subscription.planId : null
}

/** The plan that is sold at a subscription's price. Where several fit, the one whose product id says most. */
export function matchPlan(
  subscription: Pick<ProviderSubscription, 'priceId' | 'productId'>,
  plans: readonly Plan[],
): Plan | undefined {
  return plans
    .filter((plan) => isSubscriptionTo(subscription, plan.providerProductId))
    .toSorted((a, b) => (b.providerProductId?.length ?? 0) - (a.providerProductId?.length ?? 0))[0]
}
