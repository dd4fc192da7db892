import { partial } from '../resolver-types.ts'
import { listPlans } from './service.ts'

export const billingResolvers = partial({
  Query: {
    plans: (_root, _args, { db }) => listPlans(db),
  },
  Account: {
    plan: async ({ id }, _args, { loaders }) => {
      const plan = await loaders.plan.load(id)
      if (!plan) throw new Error(`Account ${id} has no active plan.`)
      return plan
    },
  },
})
