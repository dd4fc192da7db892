import { can } from '../auth/authorize.ts'
import { notFound } from '../errors.ts'
import { partial } from '../resolver-types.ts'
import { getAccount, listMemberships, subscribeToAccountChanges } from './service.ts'

export const accountResolvers = partial({
  Query: {
    account: (_root, { id }, context) => getAccount(context, id),
  },
  Subscription: {
    accountChanged: {
      subscribe: (_root, { accountId }, context) => subscribeToAccountChanges(context, accountId),
    },
  },
  Viewer: {
    memberships: ({ user }, _args, context) => listMemberships(context, user.id),
  },
  Account: {
    viewerRole: async ({ id }, _args, { loaders }) => {
      const role = await loaders.viewerRole.load(id)
      if (role === undefined) throw notFound('account')
      return role
    },
    viewerCanManageGateways: ({ id }, _args, context) => can(context, 'manageGateways', id),
    viewerCanStopAgents: ({ id }, _args, context) => can(context, 'stopAnyAgent', id),
  },
})
