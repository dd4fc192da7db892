import type { Role } from '../../generated/schema.ts'
import { createLoader, type Loader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findAccounts, findRoles } from './repository.ts'

export function createAccountLoaders(db: Db) {
  return {
    /** A live account. Key: its id. */
    account: createLoader((ids) => findAccounts(db, ids)),
    /** What somebody may do in an account. Key: that of `toRoleKey`. */
    role: createLoader<Role>(async (keys) => {
      const wanted = keys.map(parseRoleKey)
      const userIds = new Set(wanted.map(({ userId }) => userId))
      const accountIds = new Set(wanted.map(({ accountId }) => accountId))
      const held = await findRoles(db, [...userIds], [...accountIds])
      return new Map(held.map((membership) => [toRoleKey(membership), membership.role]))
    }),
  }
}

/** `userId` is the viewer's; undefined for those who are not persons, and who have no role anywhere. */
export function createViewerRoleLoader({ role }: { role: Loader<Role> }, userId: string | undefined) {
  return {
    /** The viewer's role. Key: the account's id. */
    viewerRole: {
      load: async (accountId: string): Promise<Role | undefined> =>
        userId === undefined ? undefined : await role.load(toRoleKey({ userId, accountId })),
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

type AccountLoaders = ReturnType<typeof createAccountLoaders>

declare module '../../platform/context.ts' {
  interface Loaders extends AccountLoaders {}
}
