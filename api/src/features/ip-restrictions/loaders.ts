import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { countIpRestrictions, findIpRestrictionsOf } from './repository.ts'

export function createIpRestrictionLoaders(db: Db) {
  return {
    /** Live restrictions, newest first; undefined when there is none. Key: the account's id. */
    ipRestrictions: createLoader((accountIds) => findIpRestrictionsOf(db, accountIds)),
    /** How many live restrictions there are; undefined when none. Key: the account's id. */
    ipRestrictionCount: createLoader((accountIds) => countIpRestrictions(db, accountIds)),
  }
}
