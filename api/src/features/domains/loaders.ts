import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { countDomains, findDomains, findDomainsOf } from './repository.ts'

export function createDomainLoaders(db: Db) {
  return {
    /** A domain, deleted or not. Key: its id. */
    domain: createLoader((ids) => findDomains(db, ids)),
    /** Live domains, newest first; undefined when there is none. Key: the account's id. */
    domains: createLoader((accountIds) => findDomainsOf(db, accountIds)),
    /** How many live domains there are; undefined when none. Key: the account's id. */
    domainCount: createLoader((accountIds) => countDomains(db, accountIds)),
  }
}
