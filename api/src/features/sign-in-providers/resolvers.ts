import { partial } from '../../ground/resolver-types.ts'
import { listProviders } from './service.ts'

export const signInProviderResolvers = partial({
  Site: {
    signInProviders: (_site, _args, { db }) => listProviders(db),
  },
})
