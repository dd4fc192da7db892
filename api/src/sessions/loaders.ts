import type { Db } from '../db/db.ts'
import { createLoader } from '../loader.ts'
import { findUsers } from './repository.ts'

export function createSessionLoaders(db: Db) {
  return {
    /** Key: the user's id. */
    user: createLoader(async (ids) => new Map((await findUsers(db, ids)).map((user) => [user.id, user]))),
  }
}
