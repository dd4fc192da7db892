import { partial } from '../../ground/resolver-types.ts'
import { checkAgent, checkGateway } from './service.ts'
import { getTunnelError } from './tunnel-errors.ts'

export const diagnosticResolvers = partial({
  Query: {
    tunnelError: (_root, { report }, context) => getTunnelError(context, report),
  },
  Mutation: {
    checkGateway: async (_root, { input }, context) => ({ check: await checkGateway(context, input.id) }),
    checkAgent: async (_root, { input }, context) => ({ check: await checkAgent(context, input.id) }),
  },
})
