import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { createAuthToken, deleteAuthToken } from './service.ts'

export const authTokenResolvers = partial({
  Mutation: {
    createAuthToken: (_root, { input }, context) => createAuthToken(context, input.accountId),
    deleteAuthToken: async (_root, { input }, context) => ({ authToken: await deleteAuthToken(context, input.id) }),
  },
  Account: {
    authToken: ({ id }, _args, { loaders }) => loadOrNull(loaders.viewerAuthToken, id),
  },
})
