import type { Selectable } from 'kysely'
import { type AppError, conflict } from '../../ground/errors.ts'
import {
  isSubscriptionTo,
  type ProviderSubscription,
  type SubscriptionStatus,
} from '../../platform/payments/provider.ts'
import type { Plan } from '../plans/rules.ts'
import type { ProviderSubscriptionTable } from './table.ts'

/** An account's subscription, as it was last read at the payment provider. */
export type Subscription = Omit<Selectable<ProviderSubscriptionTable>, 'readNumber' | 'createdAt' | 'updatedAt'>

/** The states in which a subscription gives its plan: the provider keeps trying when a payment fails. */
export const liveStatuses: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due']

export function isLive({ status }: { status: SubscriptionStatus }): boolean {
  return liveStatuses.includes(status)
}

/** Returns the plan that a subscription gives its account; null for none. */
export function grantedPlanId(subscription: Subscription | undefined): string | null {
  return subscription && isLive(subscription) ? subscription.planId : null
}

/** Refuses what a subscription that began at the same moment makes wrong. */
export function begunMeanwhile(): AppError {
  return conflict('A subscription of this account began at the same moment. Look at it again.')
}

/** Returns the plan that is sold at a subscription's price; of several that fit, the one with the longest product id. */
export function matchPlan(
  subscription: Pick<ProviderSubscription, 'priceId' | 'productId'>,
  plans: readonly Plan[],
): Plan | undefined {
  return plans
    .filter((plan) => isSubscriptionTo(subscription, plan.providerProductId))
    .toSorted((a, b) => (b.providerProductId?.length ?? 0) - (a.providerProductId?.length ?? 0))[0]
}
