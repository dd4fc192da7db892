import type { Role } from '../../generated/schema.ts'
import { loadOrNull, type Loader } from '../../ground/loader.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { checkAssurance } from '../../platform/access/authorize.ts'
import type { Finders, Loaders } from '../../platform/context.ts'
import { byId } from '../../platform/db/rows.ts'
import type { User } from '../users/rules.ts'
import { findAccounts, findMembersOf, findRoles, listMemberships, type HeldRole } from './repository.ts'

export const accountLoaders = {
  /** A live account. Key: its id. */
  account: findAccounts,
  /** A user's memberships, oldest account first. Key: the user's id. */
  membershipsOf: async (db, ids) =>
    new Map(await Promise.all(ids.map(async (id) => [id, await listMemberships(db, id)] as const))),
  /**
   * A user as an account knows them: of one who is no member of it any more, only the name, because what became of their address since is not
   * the account's business. Key: that of `toRoleKey`.
   */
  colleague: async (db, keys): Promise<Map<string, User>> => {
    const wanted = keys.map(parseRoleKey)
    const { userIds, accountIds } = collectIds(wanted)
    const users = byId(await findMembersOf(db, userIds, accountIds))
    return new Map(
      wanted.flatMap((key) => {
        const user = users.get(key.userId)
        return user ? [[toRoleKey(key), showTo(key.accountId, user)]] : []
      }),
    )
  },
  /** The role of a user in an account. Key: that of `toRoleKey`. */
  role: async (db, keys): Promise<Map<string, HeldRole>> => {
    const { userIds, accountIds } = collectIds(keys.map(parseRoleKey))
    const held = await findRoles(db, userIds, accountIds)
    return new Map(held.map((membership) => [toRoleKey(membership), membership]))
  },
} satisfies Finders

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

/** Loads a user as an account knows them; null when there is none. The log of a user belongs to no account, and shows them to themselves. */
export async function loadColleague(
  loaders: Loaders,
  accountId: string | null,
  userId: string | null,
): Promise<User | null> {
  if (accountId === null || userId === null) return await loadOrNull(loaders.user, userId)
  return await loadOrNull(loaders.colleague, toRoleKey({ userId, accountId }))
}

function showTo(accountId: string, { accountIds, ...user }: User & { accountIds: string[] | null }): User {
  if (accountIds?.includes(accountId)) return user
  return { ...user, email: null, phone: null, emailVerifiedAt: null, locale: null }
}

function collectIds(keys: readonly MembershipKey[]): { userIds: string[]; accountIds: string[] } {
  const userIds = [...new Set(keys.map(({ userId }) => userId))]
  return { userIds, accountIds: [...new Set(keys.map(({ accountId }) => accountId))] }
}

function toRoleKey({ userId, accountId }: MembershipKey): string {
  return JSON.stringify([userId, accountId])
}

function parseRoleKey(key: string): MembershipKey {
  const [userId, accountId] = JSON.parse(key) as [string, string]
  return { userId, accountId }
}
