import { sql, type Insertable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import type { SentVerification } from './rules.ts'
import type { EmailVerificationTable } from './table.ts'

/** A user's address, and since when it is proven. */
export interface Address {
  email: string | null
  emailVerifiedAt: Date | null
}

/** Locks a user, and so their address, until the transaction ends. Lock accounts first. */
export async function lockAddress(trx: Trx, userId: string): Promise<Address | undefined> {
  return await trx
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks users as `lockAddress` does, in a fixed order: two users may claim each other's addresses. A user who is gone is left out. */
export async function lockAddresses(trx: Trx, userIds: readonly string[]): Promise<Map<string, Address>> {
  const addresses = new Map<string, Address>()
  for (const userId of [...new Set(userIds)].toSorted()) {
    const address = await lockAddress(trx, userId)
    if (address) addresses.set(userId, address)
  }
  return addresses
}

/** Returns the user who has this address without having proven it. */
export async function findUnprovenUser(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('emailVerifiedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Records that a user proved their address. Returns false if it is no longer theirs, or was proven before. */
export async function markVerified(trx: Trx, userId: string, email: string, now: Date): Promise<boolean> {
  const marked = await trx
    .updateTable('users')
    .set({ emailVerifiedAt: now })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('emailVerifiedAt', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

/** Takes an address from a user who never proved it. */
export async function removeAddress(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx.updateTable('users').set({ email: null, emailLostAt: now }).where('id', '=', userId).execute()
}

export async function insertVerification(trx: Trx, verification: Insertable<EmailVerificationTable>): Promise<void> {
  await trx.insertInto('emailVerifications').values(verification).execute()
}

export async function findVerification(db: Db, tokenHash: string): Promise<SentVerification | undefined> {
  return await db
    .selectFrom('emailVerifications')
    .innerJoin('users', 'users.id', 'emailVerifications.userId')
    .select([
      'userId',
      'emailVerifications.email',
      'expiresAt',
      'voidedAt',
      'emailVerifiedAt',
      'isChange',
      'users.email as currentEmail',
      sql<string>`first_name || ' ' || last_name`.as('fullName'),
    ])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Returns when links were sent to a user since the instant, oldest first. */
export async function listVerificationsSince(trx: Trx, userId: string, instant: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('emailVerifications')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('createdAt', '>', instant)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ createdAt }) => createdAt)
}

/** Returns the address that a user has asked for, by a link that works. */
export async function findPendingAddress(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('emailVerifications')
    .select('email')
    .where('userId', '=', userId)
    .where('isChange', '=', true)
    .where('voidedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.email
}

/** Voids links of a user: all, or those that would give them another address. Returns how many. */
export async function voidVerifications(
  trx: Trx,
  userId: string,
  now: Date,
  { onlyChanges = false } = {},
): Promise<bigint> {
  let update = trx
    .updateTable('emailVerifications')
    .set({ voidedAt: now })
    .where('userId', '=', userId)
    .where('voidedAt', 'is', null)
  if (onlyChanges) update = update.where('isChange', '=', true)
  return (await update.executeTakeFirst()).numUpdatedRows
}

/** Gives a user another address, with the instant at which they proved it; null if they have not. */
export async function setAddress(trx: Trx, userId: string, email: string, emailVerifiedAt: Date | null): Promise<void> {
  const address = { email, emailVerifiedAt, emailLostAt: null }
  await trx.updateTable('users').set(address).where('id', '=', userId).execute()
}

export async function deleteVerificationsExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('emailVerifications').where('expiresAt', '<', instant).execute()
}

/** Returns a user's live memberships, oldest account first. */
export async function listMembershipsOf(db: Db, userId: string) {
  return await db
    .selectFrom('accountUsers')
    .innerJoin('accounts', 'accounts.id', 'accountUsers.accountId')
    .select(['accountUsers.id', 'accountId', 'role', 'byInvitation'])
    .where('userId', '=', userId)
    .where('accountUsers.deletedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .orderBy('accountId')
    .execute()
}

export async function deleteMembership(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('accountUsers').set({ deletedAt: now }).where('id', '=', id).execute()
}

/** Counts the other owners of a user's account. */
export async function countOtherOwners(trx: Trx, accountId: string, userId: string): Promise<number> {
  const others = trx
    .selectFrom('accountUsers')
    .select('id')
    .where('accountId', '=', accountId)
    .where('userId', '!=', userId)
    .where('role', '=', 'super_admin')
    .where('deletedAt', 'is', null)
  return await countRows(trx, others)
}

/** Revokes the unanswered invitations that a user sent. */
export async function revokeInvitesBy(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('teamInvites')
    .set({ status: 'expired', updatedAt: now })
    .where('invitedBy', '=', userId)
    .where('status', '=', 'pending')
    .execute()
}

export async function deleteVerificationsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('emailVerifications').where('userId', '=', userId).execute()
}
