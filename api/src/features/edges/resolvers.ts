import type { EndedTunnel } from '../../generated/schema.ts'
import { partial } from '../../ground/resolver-types.ts'
import {
  listReservedHostnames,
  listSuspendedHostnames,
  reportAgentHealth,
  reportTunnels,
  subscribeToEndedTunnels,
} from './service.ts'

export const edgeResolvers = partial({
  Query: {
    reservedHostnames: (_root, { hostnames }, context) => listReservedHostnames(context, hostnames),
    suspendedHostnames: (_root, { hostnames }, context) => listSuspendedHostnames(context, hostnames),
  },
  Mutation: {
    reportAgentHealth: async (_root, { input }, context) => ({ agentCount: await reportAgentHealth(context, input) }),
    reportTunnels: async (_root, { input }, context) => ({
      ...(await reportTunnels(context, input)),
      limits: context.config.tunnelLimits,
    }),
  },
  Subscription: {
    tunnelEnded: {
      subscribe: (_root, _args, context) => subscribeToEndedTunnels(context),
      resolve: (ended: EndedTunnel) => ended,
    },
  },
})
