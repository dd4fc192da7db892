import { sql } from 'kysely'
import type { Db, Trx } from '../db/db.ts'
import { escapeLike } from '../db/values.ts'
import type { Role } from '../generated/schema.ts'
import type { Account } from './rules.ts'

const accountColumns = [
  'accounts.id',
  'accounts.name',
  'accounts.namespace',
  'accounts.namespaceChangesCount',
  'accounts.createdAt',
] as const

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Live accounts whose name or namespace contains the text, newest first. */
export async function searchAccounts(db: Db, text: string, limit: number): Promise<Account[]> {
  return await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or((['name', 'namespace'] as const).map((field) => eb(field, 'ilike', `%${escapeLike(text)}%`))))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The live account with this id or namespace. */
export async function findAccountNamed(db: Db, name: string): Promise<Account | undefined> {
  return await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('id', '=', name), eb('namespace', '=', name)]))
    .executeTakeFirst()
}

/** The namespaces of accounts, deleted or not, by their ids. */
export async function findNamespaces(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'namespace']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, namespace }) => [id, namespace]))
}

/** Holds a live account until the transaction ends. */
export async function lockAccount(trx: Trx, id: string): Promise<Account | undefined> {
  return await trx
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The addresses of an account's members with one of these roles; a member may have none. */
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

/** A user's place in an account. */
export interface MembershipRow {
  id: string
  role: Role
  createdAt: Date
  account: Account
}

/** The live accounts that a user belongs to, oldest membership first. */
export async function listMemberships(db: Db, userId: string): Promise<MembershipRow[]> {
  const rows = await db
    .selectFrom('accountUsers')
    .innerJoin('accounts', 'accounts.id', 'accountUsers.accountId')
    .select([...accountColumns, 'accountUsers.id as membershipId', 'role', 'accountUsers.createdAt as joinedAt'])
    .where('userId', '=', userId)
    .where('accountUsers.deletedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
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

/** The user's role in each of these accounts that is live and that they belong to. */
export async function findRoles(db: Db, userId: string, accountIds: readonly string[]): Promise<Map<string, Role>> {
  const rows = await db
    .selectFrom('accountUsers')
    .innerJoin('accounts', 'accounts.id', 'accountUsers.accountId')
    .select(['accountId', 'role'])
    .where('userId', '=', userId)
    .where('accountId', 'in', accountIds)
    .where('accountUsers.deletedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ accountId, role }) => [accountId, role]))
}

export async function insertAccount(trx: Trx, account: Account): Promise<void> {
  await trx.insertInto('accounts').values(account).execute()
}

/** Changes a live account. */
export async function updateAccount(
  trx: Trx,
  id: string,
  changes: Partial<Pick<Account, 'name' | 'namespace' | 'namespaceChangesCount'>>,
): Promise<Account | undefined> {
  return await trx
    .updateTable('accounts')
    .set(changes)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(accountColumns)
    .executeTakeFirst()
}

export async function markDeleted(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ deletedAt: now })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .execute()
}

/**
 * Takes a namespace for an account: one that nobody has, that the account had before, or that was given up before the
 * instant. False when it is somebody else's. One statement, so that of two accounts at once one gets it.
 */
export async function claimNamespace(
  trx: Trx,
  namespace: string,
  accountId: string,
  releasedBefore: Date,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('namespaces')
    .values({ namespace, accountId, releasedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('namespace')
        .doUpdateSet({ accountId, releasedAt: null })
        .where((eb) =>
          eb.or([eb('namespaces.accountId', '=', accountId), eb('namespaces.releasedAt', '<=', releasedBefore)]),
        ),
    )
    .returning('namespace')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Gives a namespace up; it stays blocked for others for a while. */
export async function releaseNamespace(trx: Trx, namespace: string, now: Date): Promise<void> {
  await trx.updateTable('namespaces').set({ releasedAt: now }).where('namespace', '=', namespace).execute()
}

/** Holds a user until the transaction ends, and counts the live accounts that they own. */
export async function lockOwnedCount(trx: Trx, userId: string): Promise<number> {
  // Rows that refer to the user may come meanwhile: whoever holds an account writes its audit log while this waits for it.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('accountUsers')
    .innerJoin('accounts', 'accounts.id', 'accountUsers.accountId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('role', '=', 'super_admin')
    .where('accountUsers.deletedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewMember {
  id: string
  accountId: string
  userId: string
  role: Role
  createdAt: Date
}

export async function insertMember(trx: Trx, member: NewMember): Promise<void> {
  await trx.insertInto('accountUsers').values(member).execute()
}

/** A table with a column `account_id` whose rows belong to an account's export. */
export interface ExportedTable {
  /** Its name in camelCase. */
  table: string
  /** The column that tells which rows are the newest. */
  newestBy: string
  /** Columns that are left out. */
  secrets?: readonly string[]
}

/** An account of ten years with a thousand agents a day has as many: an answer must fit into memory. */
const exportedRowsMax = 100_000

/** The newest rows that a table keeps of an account, deleted ones too, in the camelCase of their columns. */
export async function listRowsForExport(
  trx: Trx,
  accountId: string,
  { table, newestBy, secrets = [] }: ExportedTable,
): Promise<object[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where account_id = ${accountId}
    order by ${sql.ref(newestBy)} desc limit ${exportedRowsMax}
  `.execute(trx)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !secrets.includes(column))))
}

/** Everybody who is or was a member of an account, with the address under which the others knew them. */
export async function listMembersForExport(trx: Trx, accountId: string): Promise<object[]> {
  return await trx
    .selectFrom('accountUsers')
    .innerJoin('users', 'users.id', 'accountUsers.userId')
    .select([
      'accountUsers.id',
      'userId',
      'email',
      'phone',
      'firstName',
      'lastName',
      'role',
      'accountUsers.createdAt',
      'accountUsers.deletedAt',
    ])
    .where('accountId', '=', accountId)
    .orderBy('accountUsers.createdAt')
    .orderBy('accountUsers.id')
    .execute()
}
