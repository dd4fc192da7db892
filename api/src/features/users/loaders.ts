import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findUsers } from './repository.ts'

export function createUserLoaders(db: Db) {
  return {
    /** Key: the user's id. */
    user: createLoader((ids) => findUsers(db, ids)),
  }
}
