import { sql } from 'kysely'
import type { InviteStatus, Role } from '../../generated/schema.ts'
import type { Connection, Slice } from '../../ground/connections.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countByAccount } from '../../platform/db/rows.ts'
import type { SentInvite } from './invite-limits.ts'
import { inviteOutcomes, type Invite, type InviteEvent, type Member, type ReceivedInvite } from './rules.ts'
import { inviteColumns } from './table.ts'

function selectMembers(db: Db) {
  return db.selectFrom('accountUsers').where('deletedAt', 'is', null)
}

/** Changes the memberships that have not ended and that the caller's conditions select. */
function updateMembers(trx: Trx, changes: { role: Role } | { deletedAt: Date }) {
  return trx.updateTable('accountUsers').set(changes).where('deletedAt', 'is', null)
}

/** Selects invitations that can be answered. */
function selectPending(db: Db, now: Date) {
  return db
    .selectFrom('teamInvites')
    .where('teamInvites.status', '=', 'pending')
    .where('teamInvites.expiresAt', '>', now)
}

/** Changes the unanswered invitations that the caller's conditions select. */
function updatePending(trx: Trx, status: InviteStatus, now: Date) {
  return trx.updateTable('teamInvites').set({ status, updatedAt: now }).where('status', '=', 'pending')
}

export async function findMember(db: Db, id: string): Promise<Member | undefined> {
  return await selectMembers(db).selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findMemberOf(db: Db, accountId: string, userId: string): Promise<Member | undefined> {
  return await selectMembers(db)
    .selectAll()
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Reports whether a user is a member of an account, or was one. */
export async function wasEverMember(db: Db, accountId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accountUsers')
    .select('id')
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns an invitation of an account to an address that can be answered. */
export async function findPendingInvite(
  db: Db,
  accountId: string,
  email: string,
  now: Date,
): Promise<Invite | undefined> {
  return await selectPending(db, now)
    .select(inviteColumns)
    .where('accountId', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Returns members by account, oldest first. */
export async function findMembersOf(db: Db, accountIds: readonly string[]): Promise<Map<string, Member[]>> {
  const members = await selectMembers(db)
    .selectAll()
    .where('accountId', 'in', accountIds)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return Map.groupBy(members, (member) => member.accountId)
}

/** Returns a part of an account's members, oldest first. */
export async function connectMembers(db: Db, accountId: string, slice: Slice): Promise<Connection<Member>> {
  return await readConnection(
    selectMembers(db).selectAll().where('accountId', '=', accountId),
    byInstant('accountUsers', 'createdAt', 'oldestFirst'),
    slice,
  )
}

/** Counts the super_admins by account. */
export async function countSuperAdmins(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const superAdmins = selectMembers(db)
    .select('accountId')
    .where('accountId', 'in', accountIds)
    .where('role', '=', 'super_admin')
  return await countByAccount(db, superAdmins)
}

/** Counts the members of each account. */
export async function countMembers(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  return await countByAccount(db, selectMembers(db).select('accountId').where('accountId', 'in', accountIds))
}

/** Reports whether a user with this address, in lowercase, is a member. */
export async function isMember(db: Db, accountId: string, email: string): Promise<boolean> {
  const row = await selectMembers(db)
    .innerJoin('users', 'users.id', 'accountUsers.userId')
    .select('accountUsers.id')
    .where('accountId', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the seats against the plan of each account: members, and invitations that can still be accepted. */
export async function countSeats(db: Db, accountIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const members = selectMembers(db).select('accountId').where('accountId', 'in', accountIds)
  const invites = selectPending(db, now).select('accountId').where('accountId', 'in', accountIds)
  return await countByAccount(db, members.unionAll(invites))
}

export async function setRole(trx: Trx, id: string, role: Role): Promise<Member | undefined> {
  return await updateMembers(trx, { role }).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Ends a membership. Returns undefined if it had already ended. */
export async function deleteMember(trx: Trx, id: string, now: Date): Promise<Member | undefined> {
  return await updateMembers(trx, { deletedAt: now }).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteMembersOf(trx: Trx, accountId: string, now: Date): Promise<void> {
  await updateMembers(trx, { deletedAt: now }).where('accountId', '=', accountId).execute()
}

export async function findInvite(db: Db, id: string): Promise<Invite | undefined> {
  return await db.selectFrom('teamInvites').select(inviteColumns).where('id', '=', id).executeTakeFirst()
}

/** Returns the invitation with this secret, from the mail or the copied link, while it can be answered. */
export async function findInviteBySecret(
  db: Db,
  secret: string,
  now: Date,
): Promise<(Invite & { /** Whether the secret is the mail's. */ isMailed: boolean }) | undefined> {
  const hash = sha256Hex(secret)
  const invite = await selectPending(db, now)
    .select([...inviteColumns, 'mailTokenHash'])
    .where((eb) => eb.or([eb('token', '=', secret), eb('mailTokenHash', '=', hash)]))
    .executeTakeFirst()
  if (!invite) return undefined
  const { mailTokenHash, ...rest } = invite
  return { ...rest, isMailed: mailTokenHash === hash }
}

/** Returns the latest invitations by account, newest first. */
export async function findInvitesOf(
  db: Db,
  accountIds: readonly string[],
  limit: number,
): Promise<Map<string, Invite[]>> {
  const numbered = db
    .selectFrom('teamInvites')
    .select(inviteColumns)
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('accountId').orderBy('createdAt', 'desc').orderBy('id', 'desc'))
        .as('place'),
    )
    .where('accountId', 'in', accountIds)
  const invites = await db
    .selectFrom(numbered.as('numbered'))
    .select(inviteColumns)
    .where('place', '<=', limit)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(invites, (invite) => invite.accountId)
}

/** Returns a part of an account's invitations, newest first; with `status`, only those that are in one of these states by now. */
export async function connectInvites(
  db: Db,
  { accountId, status, now }: { accountId: string; status: readonly InviteStatus[] | null | undefined; now: Date },
  slice: Slice,
): Promise<Connection<Invite>> {
  let invites = db.selectFrom('teamInvites').select(inviteColumns).where('accountId', '=', accountId)
  if (status) {
    const current = sql`case when status = 'pending' and expires_at <= ${now} then 'expired' else status end`
    invites = invites.where(sql<boolean>`${current} = any(${status}::text[])`)
  }
  return await readConnection(invites, byInstant('teamInvites', 'createdAt'), slice)
}

/** Returns invitations to live accounts that can be answered: those for an address, or the one with a secret. Oldest first. */
export async function listReceivedInvites(
  db: Db,
  by: { email: string } | { secret: string },
  now: Date,
): Promise<ReceivedInvite[]> {
  const rows = await selectPending(db, now)
    .innerJoin('accounts', 'accounts.id', 'teamInvites.accountId')
    .leftJoin('users', 'users.id', 'teamInvites.invitedBy')
    .select([
      'teamInvites.id as inviteId',
      'teamInvites.email',
      'teamInvites.token',
      'teamInvites.role',
      'teamInvites.expiresAt',
      'accounts.name as accountName',
      'accounts.namespace as accountNamespace',
      'users.firstName',
      'users.lastName',
    ])
    .where((eb) =>
      'email' in by
        ? eb('teamInvites.email', '=', by.email)
        : eb.or([eb('token', '=', by.secret), eb('mailTokenHash', '=', sha256Hex(by.secret))]),
    )
    .where('accounts.deletedAt', 'is', null)
    .orderBy('teamInvites.createdAt')
    .orderBy('teamInvites.id')
    .execute()
  return rows.map(({ firstName, lastName, ...invite }) => ({
    ...invite,
    invitedByName: firstName === null ? null : `${firstName} ${lastName}`,
  }))
}

export async function insertInvite(trx: Trx, invite: Invite & { mailTokenHash: string }): Promise<void> {
  await trx.insertInto('teamInvites').values(invite).execute()
}

/**
 * Returns the invitations that an account, or a user if there is one, mailed since the instant, oldest first. Locks the user until the transaction ends.
 * Lock accounts first.
 */
export async function lockSentInvites(
  trx: Trx,
  { accountId, userId }: { accountId: string; userId: string | null },
  since: Date,
): Promise<SentInvite[]> {
  if (userId !== null) await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  return await trx
    .selectFrom('teamInvites')
    .select(['accountId', 'invitedBy', 'email', 'createdAt'])
    .where((eb) => eb.or([eb('accountId', '=', accountId), eb('invitedBy', '=', userId)]))
    .where('createdAt', '>', since)
    .orderBy('createdAt')
    .execute()
}

/** Moves an invitation along the state machine. Undefined when it had been answered, was revoked, or is too old. */
export async function updateInviteStatus(
  trx: Trx,
  id: string,
  event: InviteEvent,
  now: Date,
): Promise<Invite | undefined> {
  return await updatePending(trx, inviteOutcomes[event], now)
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .returning(inviteColumns)
    .executeTakeFirst()
}

/** Revokes every invitation of an account that still waits; returns their addresses. */
export async function revokeInvitesOf(trx: Trx, accountId: string, now: Date): Promise<string[]> {
  const revoked = await updatePending(trx, inviteOutcomes.revoke, now)
    .where('accountId', '=', accountId)
    .returning('email')
    .execute()
  return revoked.map(({ email }) => email)
}

/** Marks invitations that have expired, so that their address is free for the next one. */
export async function expireInvites(trx: Trx, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable('teamInvites')
    .set((eb) => ({ status: 'expired', updatedAt: eb.ref('expiresAt') }))
    .where('accountId', '=', accountId)
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', now)
    .execute()
}
