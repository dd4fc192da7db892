import type { Insertable, Updateable } from 'kysely'
import type { Role } from '../../generated/schema.ts'
import type { Db, Locked, Trx } from '../../platform/db/db.ts'
import { lockRow } from '../../platform/db/lock-waits.ts'
import { byId, countRows } from '../../platform/db/rows.ts'
import { escapeLike } from '../../platform/db/values.ts'
import type { User } from '../users/rules.ts'
import { userColumns } from '../users/table.ts'
import type { Account } from './rules.ts'
import type { AccountTable, AccountUserTable, ExportLinkTable } from './table.ts'

function selectLive(db: Db) {
  return db.selectFrom('accounts').selectAll().where('deletedAt', 'is', null)
}

/** Selects memberships that have not ended, of live accounts. */
function selectMemberships(db: Db) {
  return db
    .selectFrom('accountUsers')
    .innerJoin('accounts', 'accounts.id', 'accountUsers.accountId')
    .where('accountUsers.deletedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
}

/** Changes a live account. */
function updateLive(trx: Trx, id: string, changes: Updateable<AccountTable>) {
  return trx.updateTable('accounts').set(changes).where('id', '=', id).where('deletedAt', 'is', null)
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return await selectLive(db).where('id', '=', id).executeTakeFirst()
}

/** Returns live accounts by id. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<Map<string, Account>> {
  return byId(await selectLive(db).where('id', 'in', ids).execute())
}

/** Returns live accounts whose name or namespace contains the text, newest first. */
export async function searchAccounts(db: Db, text: string, limit: number): Promise<Account[]> {
  return await selectLive(db)
    .where((eb) => eb.or((['name', 'namespace'] as const).map((field) => eb(field, 'ilike', `%${escapeLike(text)}%`))))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the live account with this id or namespace. */
export async function findAccountNamed(db: Db, name: string): Promise<Account | undefined> {
  return await selectLive(db)
    .where((eb) => eb.or([eb('id', '=', name), eb('namespace', '=', name)]))
    .executeTakeFirst()
}

/** Returns the namespaces of accounts, deleted or not, by their ids. */
export async function findNamespaces(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'namespace']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, namespace }) => [id, namespace]))
}

/** Locks a live account until the transaction ends. */
export async function lockAccount(trx: Trx, id: string): Promise<Locked<Account> | undefined> {
  const account = selectLive(trx).where('id', '=', id).$castTo<Locked<Account>>().forUpdate()
  return await lockRow(`account ${id}`, (how) => (how === 'skip' ? account.skipLocked() : account).executeTakeFirst())
}

/** Returns the addresses of an account's members with one of these roles; a member may have none. */
export async function listMemberEmails(db: Db, accountId: string, roles: readonly Role[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accountUsers')
    .innerJoin('users', 'users.id', 'accountUsers.userId')
    .select('email')
    .where('accountId', '=', accountId)
    .where('role', 'in', roles)
    .where('accountUsers.deletedAt', 'is', null)
    .orderBy('accountUsers.createdAt')
    .execute()
  return rows.flatMap(({ email }) => (email === null ? [] : [email]))
}

/** Returns the users who are members of an account. */
export async function findMemberIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await selectMemberships(db).select('userId').where('accountId', '=', accountId).execute()
  return rows.map(({ userId }) => userId)
}

/** A user's membership in an account. */
export interface MembershipRow {
  id: string
  role: Role
  createdAt: Date
  account: Account
}

/** Returns the live accounts that a user belongs to, oldest membership first. */
export async function listMemberships(db: Db, userId: string): Promise<MembershipRow[]> {
  const rows = await selectMemberships(db)
    .selectAll('accounts')
    .select(['accountUsers.id as membershipId', 'role', 'accountUsers.createdAt as joinedAt'])
    .where('userId', '=', userId)
    .orderBy('accountUsers.createdAt')
    .orderBy('accountUsers.id')
    .execute()
  return rows.map(({ membershipId, role, joinedAt, ...account }) => ({
    id: membershipId,
    role,
    createdAt: joinedAt,
    account,
  }))
}

/** A person's role in an account, whether the account requires two factors, and whether it is suspended. */
export type HeldRole = Pick<AccountUserTable, 'userId' | 'accountId' | 'role'> &
  Pick<Account, 'requiresSecondFactor' | 'suspensionReason'>

/** Selects the roles of users in live accounts, for a query that joins them by user and account. */
export function selectRoles(db: Db) {
  return selectMemberships(db).select(['userId', 'accountId', 'role', 'requiresSecondFactor', 'suspensionReason'])
}

/** Returns the roles of these users in these accounts, if the accounts are live and the users belong to them. */
export async function findRoles(
  db: Db,
  userIds: readonly string[],
  accountIds: readonly string[],
): Promise<HeldRole[]> {
  return await selectRoles(db).where('userId', 'in', userIds).where('accountId', 'in', accountIds).execute()
}

/** Returns the ids of an account's owners. */
export async function findOwnerIds(db: Db, accountId: string): Promise<Set<string>> {
  const owners = await selectRoles(db).where('accountId', '=', accountId).where('role', '=', 'super_admin').execute()
  return new Set(owners.map(({ userId }) => userId))
}

/** Returns users, each with those of these accounts of which they are members; null when there are none. */
export async function findMembersOf(
  db: Db,
  userIds: readonly string[],
  accountIds: readonly string[],
): Promise<(User & { accountIds: string[] | null })[]> {
  return await db
    .selectFrom('users')
    .select(userColumns)
    .select((eb) =>
      eb
        .selectFrom('accountUsers')
        .select(({ fn }) => fn.agg<string[]>('array_agg', ['accountId']).as('accountIds'))
        .whereRef('accountUsers.userId', '=', 'users.id')
        .where('accountId', 'in', accountIds)
        .where('accountUsers.deletedAt', 'is', null)
        .as('accountIds'),
    )
    .where('id', 'in', userIds)
    .execute()
}

/** Returns the live accounts of each of these users; a user without any is left out. */
export async function findAccountIdsOf(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await selectMemberships(db).select(['userId', 'accountId']).where('userId', 'in', userIds).execute()
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, found]) => [userId, found.map(({ accountId }) => accountId)]))
}

/** Reports whether an API key is in force at an instant. It stays so until the transaction ends: a revocation waits. */
export async function lockApiKeyShared(trx: Trx, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('apiKeys')
    .select('id')
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertAccount(trx: Trx, account: Account): Promise<void> {
  await trx.insertInto('accounts').values(account).execute()
}

/** Changes a live account. */
export async function updateAccount(
  trx: Trx,
  id: string,
  changes: Partial<
    Pick<
      Account,
      'name' | 'namespace' | 'namespaceChangesCount' | 'requiresSecondFactor' | 'suspendedAt' | 'suspensionReason'
    >
  >,
): Promise<Account | undefined> {
  return await updateLive(trx, id, changes).returningAll().executeTakeFirst()
}

export async function markDeleted(trx: Trx, id: string, now: Date): Promise<void> {
  await updateLive(trx, id, { deletedAt: now }).execute()
}

/** The lock's number, which is arbitrary. */
export const namespacesLock = 7_246_001

/** Locks a user until the transaction ends, and counts the live accounts that they own. */
export async function lockOwnedCount(trx: Trx, userId: string): Promise<number> {
  // Rows that refer to the user may be added meanwhile: a transaction that holds an account writes its audit log while this one waits for it.
  const user = trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate()
  await lockRow(`user ${userId}`, (how) => (how === 'skip' ? user.skipLocked() : user).executeTakeFirst())
  const owned = selectMemberships(trx)
    .select('accountId')
    .where('userId', '=', userId)
    .where('role', '=', 'super_admin')
  return await countRows(trx, owned)
}

export async function insertMember(trx: Trx, member: Insertable<AccountUserTable>): Promise<void> {
  await trx.insertInto('accountUsers').values(member).execute()
}

/** Stores a link to an export, and deletes those that have expired. */
export async function insertExportLink(db: Db, link: ExportLinkTable, now: Date): Promise<void> {
  await db.deleteFrom('exportLinks').where('expiresAt', '<=', now).execute()
  await db.insertInto('exportLinks').values(link).execute()
}

/** Removes a link that is still valid. Of several requests for it at once, one gets it. */
export async function takeExportLink(db: Db, tokenHash: string, now: Date): Promise<ExportLinkTable | undefined> {
  return await db
    .deleteFrom('exportLinks')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}
