import { loadOrNull } from '../../ground/loader.ts'
import { partial } from '../../ground/resolver-types.ts'
import { createMachineToken, endOwnToken } from './machines.ts'
import { createAuthToken, deleteOwnToken } from './service.ts'

export const authTokenResolvers = partial({
  Mutation: {
    createAuthToken: (_root, { input }, context) => createAuthToken(context, input.accountId),
    deleteAuthToken: async (_root, { input }, context) => ({
      authToken: await deleteOwnToken(context, 'AUTH_ID', input.id),
    }),
    createMachineToken: (_root, { input }, context) => createMachineToken(context, input),
    deleteMachineToken: async (_root, { input }, context) => ({
      machineToken: await deleteOwnToken(context, 'MACHINE', input.id),
    }),
    endOwnToken: async (_root, _args, context) => ({ machineToken: await endOwnToken(context) }),
  },
  Account: {
    authToken: ({ id }, _args, { loaders }) => loadOrNull(loaders.viewerAuthToken, id),
    machineTokens: async ({ id }, _args, { loaders }) => (await loaders.viewerMachineTokens.load(id)) ?? [],
  },
})
