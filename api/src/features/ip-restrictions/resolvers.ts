import { partial } from '../../ground/resolver-types.ts'
import { can } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'
import { judgeAddition } from '../plans/service.ts'
import {
  addIpRestriction,
  connectIpRestrictions,
  getAccountRestrictions,
  listRestrictions,
  removeIpRestriction,
  subscribeToRestrictions,
} from './service.ts'

export const ipRestrictionResolvers = partial({
  Query: {
    restrictions: (_root, { since }, context) => listRestrictions(context, since),
  },
  Mutation: {
    addIpRestriction: async (_root, { input }, context) => ({ ipRestriction: await addIpRestriction(context, input) }),
    removeIpRestriction: async (_root, { input }, context) => ({
      ipRestriction: await removeIpRestriction(context, input.id),
    }),
  },
  Subscription: {
    restrictionsChanged: {
      subscribe: (_root, _args, context) => subscribeToRestrictions(context),
      resolve: ({ accountId }: { accountId: string }, _args: object, context: RequestContext) =>
        getAccountRestrictions(context, accountId),
    },
  },
  Account: {
    ipRestrictions: async ({ id }, _args, { loaders }) => (await loaders.ipRestrictions.load(id)) ?? [],
    ipRestrictionsConnection: ({ id }, args, context) => connectIpRestrictions(context, id, args),
    viewerCanManageIpRestrictions: ({ id }, _args, context) => can(context, 'manageIpRestrictions', id),
    viewerCanAddIpRestriction: ({ id }, _args, context) =>
      judgeAddition(context, 'manageIpRestrictions', 'maxIpRestrictions', id, context.loaders.ipRestrictions.load(id)),
  },
})
