import { partial } from '../../ground/resolver-types.ts'
import { noSuchProvider } from '../sign-in-providers/rules.ts'
import { beginProviderProof, completeProviderProof } from './authorization.ts'
import { hasPassword, linkIdentity, listOwnIdentities, unlinkIdentity } from './service.ts'

export const identityResolvers = partial({
  Mutation: {
    beginProviderProof: async (_root, { input }, context) => ({ url: await beginProviderProof(context, input) }),
    completeProviderProof: async (_root, { input }, context) => ({
      proof: await completeProviderProof(context, input),
    }),
    linkIdentity: async (_root, { input }, context) => ({ identity: await linkIdentity(context, input.proof) }),
    unlinkIdentity: async (_root, { input }, context) => ({
      identityId: (await unlinkIdentity(context, input.id)).id,
    }),
  },
  Viewer: {
    identities: (_viewer, _args, context) => listOwnIdentities(context),
    hasPassword: (_viewer, _args, context) => hasPassword(context),
  },
  Identity: {
    provider: async ({ providerId }, _args, { loaders }) => {
      const provider = await loaders.signInProvider.load(providerId)
      if (!provider) throw noSuchProvider(providerId)
      return provider
    },
  },
})
