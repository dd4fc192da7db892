import { partial } from '../../ground/resolver-types.ts'
import { changePassword, requestPasswordReset, resetPassword } from './service.ts'

export const passwordResolvers = partial({
  Mutation: {
    requestPasswordReset: async (_root, { input }, context) => {
      await requestPasswordReset(context, input.email)
      return { accepted: true }
    },
    resetPassword: async (_root, { input }, context) => ({ user: await resetPassword(context, input) }),
    changePassword: async (_root, { input }, context) => ({ user: await changePassword(context, input) }),
  },
})
