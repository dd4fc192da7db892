import { notFound } from '../../ground/errors.ts'
import { partial } from '../../ground/resolver-types.ts'
import { can, getPerson } from '../../platform/access/authorize.ts'
import { deleteAccount } from './deletion.ts'
import { exportAccount, readWholeExport } from './export.ts'
import { getAccount, listClosedMemberships, listOpenMemberships, subscribeToAccountChanges } from './service.ts'
import { canChangeNamespace, createAccount, requireSecondFactor, updateAccount } from './settings.ts'

export const accountResolvers = partial({
  Query: {
    account: (_root, { id }, context) => getAccount(context, id),
  },
  Mutation: {
    createAccount: async (_root, { input }, context) => ({ membership: await createAccount(context, input) }),
    updateAccount: async (_root, { input }, context) => ({ account: await updateAccount(context, input) }),
    requireSecondFactor: async (_root, { input }, context) => ({ account: await requireSecondFactor(context, input) }),
    exportAccount: (_root, { input }, context) => exportAccount(context, input.accountId),
    deleteAccount: async (_root, { input }, context) => {
      await deleteAccount(context, input)
      return { accountId: input.accountId }
    },
  },
  Subscription: {
    accountChanged: {
      subscribe: (_root, { accountId }, context) => subscribeToAccountChanges(context, accountId),
    },
  },
  Viewer: {
    memberships: ({ user }, _args, context) => listOpenMemberships(context, user.id),
    closedMemberships: ({ user }, _args, context) => listClosedMemberships(context, user.id),
  },
  ExportAccountPayload: {
    json: ({ accountId }, _args, context) => readWholeExport(context, accountId),
  },
  Account: {
    suspension: ({ suspendedAt, suspensionReason }) =>
      suspendedAt === null || suspensionReason === null ? null : { reason: suspensionReason, since: suspendedAt },
    viewerRole: async ({ id }, _args, context) => {
      // An API key has no role.
      getPerson(context)
      const role = await context.loaders.viewerRole.load(id)
      if (role === undefined) throw notFound('account')
      return role
    },
    viewerCanUpdate: ({ id }, _args, context) => can(context, 'updateAccount', id),
    viewerCanChangeNamespace: ({ id }, _args, context) => canChangeNamespace(context, id),
    viewerCanDelete: ({ id }, _args, context) => can(context, 'deleteAccount', id),
    viewerCanManageGateways: ({ id }, _args, context) => can(context, 'manageGateways', id),
    viewerCanStopAgents: ({ id }, _args, context) => can(context, 'stopAnyAgent', id),
  },
})
