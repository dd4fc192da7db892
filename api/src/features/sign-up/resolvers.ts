import { partial } from '../../ground/resolver-types.ts'
import { toPayload } from '../sessions/issue.ts'
import { signUp } from './service.ts'

export const signUpResolvers = partial({
  Mutation: {
    signUp: async (_root, { input }, context) => toPayload(await signUp(context, input)),
  },
})
