import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { findHolder } from './holder.ts'
import { connectAgentTokens, createAgentToken, revokeAgentToken } from './service.ts'

export const agentTokenResolvers = partial({
  Query: {
    tokenHolder: (_root, _args, context) => findHolder(context),
  },
  Mutation: {
    createAgentToken: (_root, { input }, context) => createAgentToken(context, input),
    revokeAgentToken: async (_root, { input }, context) => ({
      agentToken: await revokeAgentToken(context, input.id),
    }),
  },
  Account: {
    agentTokensConnection: ({ id }, args, context) => connectAgentTokens(context, id, args),
    viewerCanManageAgentTokens: ({ id }, _args, context) => can(context, 'manageAgentTokens', id),
  },
  AgentToken: {
    gateway: ({ gatewayId }, _args, { loaders }) => loadOrNull(loaders.gateway, gatewayId),
  },
})
