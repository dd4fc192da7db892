import { currency, toCents } from '../../ground/money.ts'
import { partial } from '../../ground/resolver-types.ts'
import { findAvailability, listFeatures } from './rules.ts'
import { getPlanOf, listPlans, listPlanUsage } from './service.ts'

export const planResolvers = partial({
  Query: {
    plans: (_root, _args, { db }) => listPlans(db),
  },
  Account: {
    plan: ({ id }, _args, { loaders }) => getPlanOf(loaders, id),
    planUsage: ({ id }, { planId }, context) => listPlanUsage(context, id, planId ?? undefined),
  },
  Plan: {
    priceMonthlyCents: ({ priceMonthly }) => (priceMonthly === null ? null : toCents(priceMonthly)),
    currency: () => currency,
    isFree: ({ type }) => type === 'free',
    features: listFeatures,
    isProviderBacked: ({ providerProductId }) => providerProductId !== null,
    availability: async (plan, _args, { loaders }) => {
      const mode = await loaders.planChangeMode.load(plan.id)
      if (!mode) throw new Error('The installation has no mode of plan changes.')
      return findAvailability(plan, mode)
    },
  },
})
