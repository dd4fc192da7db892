import type { Role } from '../../generated/schema.ts'
import { createLoader, type Loader } from '../../ground/loader.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { checkAssurance } from '../../platform/access/authorize.ts'
import type { Db } from '../../platform/db/db.ts'
import { findAccounts, findRoles, listMemberships, type HeldRole } from './repository.ts'

export function createAccountLoaders(db: Db) {
  return {
    /** A live account. Key: its id. */
    account: createLoader((ids) => findAccounts(db, ids)),
    /** A user's memberships, oldest account first. Key: the user's id. */
    membershipsOf: createLoader(
      async (ids) => new Map(await Promise.all(ids.map(async (id) => [id, await listMemberships(db, id)] as const))),
    ),
    /** What a user may do in an account. Key: that of `toRoleKey`. */
    role: createLoader<HeldRole>(async (keys) => {
      const wanted = keys.map(parseRoleKey)
      const userIds = new Set(wanted.map(({ userId }) => userId))
      const accountIds = new Set(wanted.map(({ accountId }) => accountId))
      const held = await findRoles(db, [...userIds], [...accountIds])
      return new Map(held.map((membership) => [toRoleKey(membership), membership]))
    }),
  }
}

/** Loads the viewer's roles. Actors other than users have none. */
export function createViewerRoleLoader({ role }: { role: Loader<HeldRole> }, actor: Actor) {
  // Not async: at each extra step between two batches, one of them may be sent without the rest.
  const findRole = (accountId: string): Promise<HeldRole | undefined> =>
    'userId' in actor ? role.load(toRoleKey({ userId: actor.userId, accountId })) : Promise.resolve(undefined)
  return {
    viewerRole: {
      load: async (accountId: string): Promise<Role | undefined> => {
        const held = await findRole(accountId)
        if (held) checkAssurance({ actor }, held)
        return held?.role
      },
      loadAlsoClosed: async (accountId: string): Promise<Role | undefined> => (await findRole(accountId))?.role,
      loadSuspension: async (accountId: string) => ({
        suspensionReason: (await findRole(accountId))?.suspensionReason ?? null,
      }),
    },
  }
}

interface MembershipKey {
  userId: string
  accountId: string
}

function toRoleKey({ userId, accountId }: MembershipKey): string {
  return JSON.stringify([userId, accountId])
}

function parseRoleKey(key: string): MembershipKey {
  const [userId, accountId] = JSON.parse(key) as [string, string]
  return { userId, accountId }
}
