import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findAuthTokensOf, findMachineTokensOf } from './repository.ts'
import type { AuthToken } from './rules.ts'

export function createAuthTokenLoaders(db: Db, userId: string | undefined) {
  return {
    /** The viewer's own AuthID. Key: the account's id. */
    viewerAuthToken: createLoader<AuthToken>(async (accountIds) =>
      userId === undefined ? new Map() : await findAuthTokensOf(db, userId, accountIds),
    ),
    /** The viewer's own machine tokens. Key: the account's id. */
    viewerMachineTokens: createLoader<AuthToken[]>(async (accountIds) =>
      userId === undefined ? new Map() : await findMachineTokensOf(db, userId, accountIds),
    ),
  }
}
