import { toPublicUrl, type Gateway } from '../gateways/rules.ts'
import type { Loaders } from '../loaders.ts'
import { partial } from '../resolver-types.ts'
import {
  canStopAgent,
  listAgents,
  listGatewaySessions,
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
    gatewaySessions: ({ id }, args, context) => listGatewaySessions(context, id, args),
  },
  GatewaySessions: {
    gateway: ({ gatewayId }, _args, { loaders }) => findGateway(loaders, gatewayId),
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
    gateway: ({ gatewayId }, _args, { loaders }) => findGateway(loaders, gatewayId),
    startedBy: async ({ userId }, _args, { loaders }) => (await loaders.user.load(userId)) ?? null,
    viewerCanStop: (agent, _args, context) => canStopAgent(context, agent),
  },
})

async function findGateway(loaders: Loaders, id: string | null): Promise<Gateway | null> {
  return id === null ? null : ((await loaders.gateway.load(id)) ?? null)
}
