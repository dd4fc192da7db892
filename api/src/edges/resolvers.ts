import type { EndedTunnel } from '../generated/schema.ts'
import { partial } from '../resolver-types.ts'
import { reportTunnels, subscribeToEndedTunnels } from './service.ts'

export const edgeResolvers = partial({
  Mutation: {
    reportTunnels: async (_root, { input }, context) => ({ ended: await reportTunnels(context, input) }),
  },
  Subscription: {
    tunnelEnded: {
      subscribe: (_root, _args, context) => subscribeToEndedTunnels(context),
      resolve: (ended: EndedTunnel) => ended,
    },
  },
})
