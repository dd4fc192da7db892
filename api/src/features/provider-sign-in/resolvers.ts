import { can } from '../../platform/access/authorize.ts'
import { partial } from '../../ground/resolver-types.ts'
import { toPayload } from '../sessions/issue.ts'
import { noSuchProvider } from '../sign-in-providers/rules.ts'
import { signInByProvider, signUpByProvider, type ProviderSession } from './service.ts'
import { endSingleSignOn, setSingleSignOn } from './single-sign-on.ts'

export const providerSignInResolvers = partial({
  Mutation: {
    signInByProvider: async (_root, { input }, context) => toProviderPayload(await signInByProvider(context, input)),
    signUpByProvider: async (_root, { input }, context) => toProviderPayload(await signUpByProvider(context, input)),
    setSingleSignOn: async (_root, { input }, context) => ({ domain: await setSingleSignOn(context, input) }),
    endSingleSignOn: async (_root, { input }, context) => ({ domain: await endSingleSignOn(context, input.domainId) }),
  },
  Domain: {
    singleSignOn: async ({ id }, _args, { loaders }) => (await loaders.singleSignOn.load(id)) ?? null,
    viewerCanSetSingleSignOn: async ({ accountId, status }, _args, context) =>
      status === 'verified' && (await can(context, 'manageSingleSignOn', accountId)),
  },
  SingleSignOn: {
    provider: async ({ providerId }, _args, { loaders }) => {
      const provider = await loaders.signInProvider.load(providerId)
      if (!provider) throw noSuchProvider(providerId)
      return provider
    },
  },
})

function toProviderPayload({ session, ...joined }: ProviderSession) {
  return { ...toPayload(session), ...joined }
}
