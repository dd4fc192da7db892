import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import { loadColleague } from '../accounts/loaders.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './service.ts'

export const apiKeyResolvers = partial({
  Mutation: {
    createApiKey: (_root, { input }, context) => createApiKey(context, input),
    revokeApiKey: async (_root, { input }, context) => ({ apiKey: await revokeApiKey(context, input.id) }),
  },
  Account: {
    apiKeys: ({ id }, _args, context) => listApiKeys(context, id),
    viewerCanManageApiKeys: ({ id }, _args, context) => can(context, 'manageApiKeys', id),
  },
  ApiKey: {
    gateways: async ({ gatewayIds }, _args, { loaders }) =>
      gatewayIds &&
      (await Promise.all(gatewayIds.map((id) => loaders.gateway.load(id)))).filter((gateway) => gateway !== undefined),
    createdBy: ({ accountId, createdBy }, _args, { loaders }) => loadColleague(loaders, accountId, createdBy),
  },
})
