import { partial } from '../resolver-types.ts'
import { checkAgent, checkGateway } from './service.ts'

export const diagnosticResolvers = partial({
  Mutation: {
    checkGateway: async (_root, { input }, context) => ({ check: await checkGateway(context, input.id) }),
    checkAgent: async (_root, { input }, context) => ({ check: await checkAgent(context, input.id) }),
  },
})
