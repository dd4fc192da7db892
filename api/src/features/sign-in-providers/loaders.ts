import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findProviders, findSingleSignOns } from './repository.ts'

export function createProviderLoaders(db: Db) {
  return {
    /** Key: the provider's id. */
    signInProvider: createLoader((ids) => findProviders(db, ids)),
    /** Single sign-on of a domain. Key: the domain's id. */
    singleSignOn: createLoader((ids) => findSingleSignOns(db, ids)),
  }
}
