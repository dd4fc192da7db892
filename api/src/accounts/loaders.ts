import type { Db } from '../db/db.ts'
import type { Role } from '../generated/schema.ts'
import { createLoader } from '../loader.ts'
import { findRoles } from './repository.ts'

/** `userId` is the viewer's; undefined for those who are not persons, and who have no role anywhere. */
export function createAccountLoaders(db: Db, userId: string | undefined) {
  return {
    /** The viewer's role. Key: the account's id. */
    viewerRole: createLoader<Role>(async (accountIds) =>
      userId === undefined ? new Map() : await findRoles(db, userId, accountIds),
    ),
  }
}
