import type { TunnelFailure } from '../../generated/schema.ts'
import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { loadColleague } from '../accounts/loaders.ts'
import { explain } from './explanations.ts'
import { type Agent, findLoss, judgeHealth, getPublicUrl } from './rules.ts'
import {
  canStopAgent,
  connectAgents,
  findOwnAgent,
  findReadableAgent,
  listAgents,
  listGatewaySessions,
  reportAgent,
  stopAgent,
  subscribeToAgentChanges,
} from './service.ts'
import { renewAgentTicket, startAgent } from './tickets.ts'

export const agentResolvers = partial({
  Query: {
    agent: (_root, { id }, context) => findReadableAgent(context, id),
  },
  Mutation: {
    startAgent: (_root, { input }, context) => startAgent(context, input),
    renewAgentTicket: (_root, { input }, context) => renewAgentTicket(context, input),
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
    agentsConnection: ({ id }, args, context) => connectAgents(context, id, args),
    agent: ({ id: accountId }, { id }, context) => findOwnAgent(context, accountId, id),
    gatewaySessions: ({ id }, args, context) => listGatewaySessions(context, id, args),
  },
  GatewaySessions: {
    gateway: ({ gatewayId }, _args, { loaders }) => loadOrNull(loaders.gateway, gatewayId),
  },
  UsageStats: {
    activeAgents: async ({ accountId }, _args, { loaders }) => (await loaders.activeAgentCount.load(accountId)) ?? 0,
  },
  Gateway: {
    tunnelBinding: async ({ id }, _args, { loaders }) => (await loaders.binding.load(id))?.id ?? null,
    agentLostAt: async ({ id }, _args, { loaders }) => {
      const agent = await loaders.binding.load(id)
      return agent ? findLoss(agent) : null
    },
  },
  Agent: {
    edges: async ({ id, connected }, _args, { loaders }) =>
      connected ? ((await loaders.servingEdges.load(id)) ?? []) : [],
    health: (agent) => judgeHealth(agent),
    roundTripMs: ({ connected, roundTripMs }) => (connected ? roundTripMs : null),
    lastFailure: (agent) => describeFailure(agent),
    lostAt: (agent) => findLoss(agent),
    publicUrl: (agent, _args, { config }) => getPublicUrl(config, agent),
    gateway: ({ gatewayId }, _args, { loaders }) => loadOrNull(loaders.gateway, gatewayId),
    startedBy: ({ accountId, userId }, _args, { loaders }) => loadColleague(loaders, accountId, userId),
    viewerCanStop: (agent, _args, context) => canStopAgent(context, agent),
  },
})

/** Returns the last request that the agent's app did not answer, with what to do about it. */
function describeFailure(agent: Agent): TunnelFailure | null {
  const { failureRequestId: requestId, failureCode: code, failureDetail: detail, failedAt: occurredAt } = agent
  if (requestId === null || code === null || occurredAt === null) return null
  const { cause, fix } = explain(code)
  return { requestId, code, cause, fix, detail, occurredAt }
}
