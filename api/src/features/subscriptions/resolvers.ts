import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { getPlanById } from '../plans/service.ts'
import { changePlan } from './plan-changes.ts'
import { findAccountSubscription, openBillingPortal } from './service.ts'

export const subscriptionResolvers = partial({
  Mutation: {
    changePlan: (_root, { input }, context) => changePlan(context, input),
    openBillingPortal: async (_root, { input }, context) => ({
      url: await openBillingPortal(context, input.accountId),
    }),
  },
  Account: {
    viewerCanChangePlan: ({ id }, _args, context) => can(context, 'changePlan', id),
    subscription: async ({ id }, _args, context) => (await findAccountSubscription(context, id)) ?? null,
  },
  ProviderSubscription: {
    subscriptionStatus: ({ status }) => status,
    plan: ({ planId }, _args, { loaders }) => (planId === null ? null : getPlanById(loaders, planId)),
    currentPeriodEnd: ({ currentPeriodEnd }) => Math.floor(currentPeriodEnd.getTime() / 1_000),
  },
})
