import { partial } from '../../ground/resolver-types.ts'
import { beginPasskeyConfirmation, beginPasskeySignIn } from './passkeys.ts'
import { countOwnRecoveryCodes, listOwnFactors } from './service.ts'

export const factorResolvers = partial({
  Mutation: {
    beginPasskeySignIn: async (_root, _args, context) => ({ challenge: await beginPasskeySignIn(context) }),
    beginPasskeyConfirmation: async (_root, _args, context) => ({ challenge: await beginPasskeyConfirmation(context) }),
  },
  Viewer: {
    factors: (_viewer, _args, context) => listOwnFactors(context),
    recoveryCodesLeft: (_viewer, _args, context) => countOwnRecoveryCodes(context),
  },
})
