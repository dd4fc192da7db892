import { partial } from '../../ground/resolver-types.ts'
import { listRateLimits, reportRates } from './service.ts'

export const rateLimitResolvers = partial({
  Mutation: {
    reportRates: async (_root, { input }, context) => ({ accountCount: await reportRates(context, input) }),
  },
  Account: {
    rateLimits: ({ id }, _args, context) => listRateLimits(context, id),
  },
})
