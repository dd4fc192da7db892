import type { Db } from '../db/db.ts'
import { createLoader } from '../loader.ts'
import { countDomains, findDomainsOf } from './repository.ts'

export function createDomainLoaders(db: Db) {
  return {
    /** Live domains, newest first; undefined when there is none. Key: the account's id. */
    domains: createLoader((accountIds) => findDomainsOf(db, accountIds)),
    /** How many live domains there are; undefined when none. Key: the account's id. */
    domainCount: createLoader((accountIds) => countDomains(db, accountIds)),
  }
}
