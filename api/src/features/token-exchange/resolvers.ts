import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { loadColleague } from '../accounts/loaders.ts'
import { exchangeToken } from './exchange.ts'
import { createTrust, deleteTrust, listTrusts } from './service.ts'

export const tokenExchangeResolvers = partial({
  Mutation: {
    createTrust: async (_root, { input }, context) => ({ trust: await createTrust(context, input) }),
    deleteTrust: async (_root, { input }, context) => ({ trust: await deleteTrust(context, input.id) }),
    exchangeToken: async (_root, { input }, context) => {
      const { agentToken, secret } = await exchangeToken(context, input)
      return { agentToken, secret, expiresAt: agentToken.expiresAt }
    },
  },
  Account: {
    trusts: ({ id }, _args, context) => listTrusts(context, id),
    viewerCanManageTrusts: ({ id }, _args, context) => can(context, 'manageTrusts', id),
  },
  Trust: {
    gateway: ({ gatewayId }, _args, { loaders }) => loadOrNull(loaders.gateway, gatewayId),
    createdBy: ({ accountId, createdBy }, _args, { loaders }) => loadColleague(loaders, accountId, createdBy),
  },
})
