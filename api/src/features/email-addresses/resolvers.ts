import { partial } from '../../ground/resolver-types.ts'
import { findVerification, requestVerification, verifyEmail } from './service.ts'

export const emailAddressResolvers = partial({
  Query: {
    emailVerification: async (_root, { token }, context) => (await findVerification(context, token)) ?? null,
  },
  Mutation: {
    verifyEmail: async (_root, { input }, context) => ({ user: await verifyEmail(context, input.token) }),
    requestEmailVerification: async (_root, _args, context) => ({ email: await requestVerification(context) }),
  },
})
