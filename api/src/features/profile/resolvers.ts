import { partial } from '../../ground/resolver-types.ts'
import { cancelEmailChange, findPendingEmail, requestEmailChange } from '../email-addresses/own-change.ts'
import { deleteUser, previewDeletion } from './deletion.ts'
import { exportUser } from './export.ts'
import { updateProfile } from './service.ts'

export const profileResolvers = partial({
  Mutation: {
    updateProfile: async (_root, { input }, context) => ({ user: await updateProfile(context, input) }),
    requestEmailChange: async (_root, { input }, context) => ({
      email: await requestEmailChange(context, input.email),
    }),
    cancelEmailChange: async (_root, _args, context) => ({ user: await cancelEmailChange(context) }),
    deleteUser: async (_root, { input }, context) => ({ userId: await deleteUser(context, input.confirmation) }),
    exportUser: (_root, _args, context) => exportUser(context),
  },
  Viewer: {
    pendingEmail: (_viewer, _args, context) => findPendingEmail(context),
    deletion: (_viewer, _args, context) => previewDeletion(context),
  },
})
