import type { Clock } from '../../ground/clock.ts'
import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { countSeats, countSuperAdmins, findInvitesOf, findMembersOf } from './repository.ts'
import { atInstant, listedInvitesMax } from './rules.ts'

export function createTeamLoaders(db: Db, clock: Clock) {
  return {
    /** Members, oldest first; undefined when there is none. Key: the account's id. */
    members: createLoader((accountIds) => findMembersOf(db, accountIds)),
    /** How many super_admins there are. Key: the account's id. */
    superAdminCount: createLoader((accountIds) => countSuperAdmins(db, accountIds)),
    /** How many seats of the plan are taken; undefined when none is. Key: the account's id. */
    seatCount: createLoader((accountIds) => countSeats(db, accountIds, clock.now())),
    /** The latest invitations as they stand now, newest first; undefined when there is none. Key: the account's id. */
    invites: createLoader(async (accountIds) => {
      const now = clock.now()
      const invites = await findInvitesOf(db, accountIds, listedInvitesMax)
      return new Map([...invites].map(([id, ofAccount]) => [id, ofAccount.map((invite) => atInstant(invite, now))]))
    }),
  }
}
