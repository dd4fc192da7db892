import { partial } from '../../ground/resolver-types.ts'
import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
} from './service.ts'

export const factorEnrolmentResolvers = partial({
  Mutation: {
    beginTotp: (_root, _args, context) => beginTotp(context),
    addTotp: (_root, { input }, context) => addTotp(context, input),
    beginPasskey: async (_root, _args, context) => ({ challenge: await beginPasskey(context) }),
    addPasskey: (_root, { input }, context) => addPasskey(context, input),
    renameFactor: async (_root, { input }, context) => ({ factor: await renameFactor(context, input) }),
    removeFactor: async (_root, { input }, context) => ({ factorId: (await removeFactor(context, input.id)).id }),
    renewRecoveryCodes: async (_root, _args, context) => ({ recoveryCodes: await renewRecoveryCodes(context) }),
  },
})
