import type { Db } from '../db/db.ts'
import { createLoader } from '../loader.ts'
import { findIpRestrictionsOf } from './repository.ts'

export function createIpRestrictionLoaders(db: Db) {
  return {
    /** Live restrictions, newest first; undefined when there is none. Key: the account's id. */
    ipRestrictions: createLoader((accountIds) => findIpRestrictionsOf(db, accountIds)),
  }
}
