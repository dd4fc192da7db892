import type { Db, Trx } from '../db/db.ts'
import type { Role } from '../generated/schema.ts'
import type { Account } from './rules.ts'

const accountColumns = ['accounts.id', 'accounts.name', 'accounts.namespace', 'accounts.createdAt'] as const

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Holds the account until the transaction ends: whoever counts something against a limit comes one after the other. */
export async function lockAccount(trx: Trx, id: string): Promise<Account> {
  return await trx
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
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

/** Adds an account. False when its namespace is taken. */
export async function insertAccount(trx: Trx, account: Account): Promise<boolean> {
  const inserted = await trx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('namespace').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
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
