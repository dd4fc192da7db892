import type { Finders } from '../../platform/context.ts'
import { countSeats, countSuperAdmins, findInvitesOf, findMembersOf } from './repository.ts'
import { atInstant, listedInvitesMax } from './rules.ts'

export const teamLoaders = {
  /** Members, oldest first; undefined when there is none. Key: the account's id. */
  members: findMembersOf,
  /** How many super_admins there are. Key: the account's id. */
  superAdminCount: countSuperAdmins,
  /** How many seats of the plan are taken; undefined when none is. Key: the account's id. */
  seatCount: (db, accountIds, clock) => countSeats(db, accountIds, clock.now()),
  /** The latest invitations as they stand now, newest first; undefined when there is none. Key: the account's id. */
  invites: async (db, accountIds, clock) => {
    const now = clock.now()
    const invites = await findInvitesOf(db, accountIds, listedInvitesMax)
    return new Map([...invites].map(([id, ofAccount]) => [id, ofAccount.map((invite) => atInstant(invite, now))]))
  },
} satisfies Finders
