import { toPublicUrl } from '../gateways/rules.ts'
import { partial } from '../resolver-types.ts'
import {
  canStopAgent,
  listAgents,
  renewAgentTicket,
  reportAgent,
  startAgent,
  stopAgent,
  subscribeToAgentChanges,
} from './service.ts'

export const agentResolvers = partial({
  Mutation: {
    startAgent: (_root, { input }, context) => startAgent(context, input),
    renewAgentTicket: (_root, { input }, context) => renewAgentTicket(context, input.agentId),
    reportAgent: async (_root, { input }, context) => ({ agent: await reportAgent(context, input) }),
    stopAgent: async (_root, { input }, context) => ({ agent: await stopAgent(context, input.id) }),
  },
  Subscription: {
    agentChanged: {
      subscribe: (_root, { accountId }, context) => subscribeToAgentChanges(context, accountId),
    },
  },
  Account: {
    agents: ({ id }, args, context) => listAgents(context, id, args),
  },
  UsageStats: {
    activeAgents: async ({ accountId }, _args, { loaders }) => (await loaders.activeAgentCount.load(accountId)) ?? 0,
  },
  Gateway: {
    tunnelBinding: async ({ id }, _args, { loaders }) => (await loaders.binding.load(id)) ?? null,
  },
  Agent: {
    connected: ({ edgeId }) => edgeId !== null,
    publicUrl: ({ assignedDomain }, _args, { config }) => toPublicUrl(config.tunnelUrl, assignedDomain),
    gateway: async ({ gatewayId }, _args, { loaders }) =>
      gatewayId === null ? null : ((await loaders.gateway.load(gatewayId)) ?? null),
    startedBy: async ({ userId }, _args, { loaders }) => (await loaders.user.load(userId)) ?? null,
    viewerCanStop: (agent, _args, context) => canStopAgent(context, agent),
  },
})
