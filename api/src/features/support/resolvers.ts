import { partial } from '../../ground/resolver-types.ts'
import { sendContactRequest } from './service.ts'

export const supportResolvers = partial({
  Mutation: {
    sendContactRequest: async (_root, { input }, context) => ({
      contactRequest: await sendContactRequest(context, input),
    }),
  },
})
