import { findProviders, findSingleSignOns } from './repository.ts'

export const providerLoaders = {
  /** Key: the provider's id. */
  signInProvider: findProviders,
  /** Single sign-on of a domain. Key: the domain's id. */
  singleSignOn: findSingleSignOns,
}
