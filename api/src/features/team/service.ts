import type { ChangeMemberRoleInput, Role, TransferOwnershipInput } from '../../generated/schema.ts'
import { type Connection, parseSlice, type SliceArgs } from '../../ground/connections.ts'
import { notFound } from '../../ground/errors.ts'
import { authorize, authorizeOn, can } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import type { Tell } from '../../platform/change.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { type Account, heirOwnsTooMany } from '../accounts/rules.ts'
import { findMemberIds, getAccount, lockAccountFor, lockAccountAllowance } from '../accounts/service.ts'
import { checkFreshProof } from '../factors/service.ts'
import { isProven } from '../users/rules.ts'
import { findUser, notifyInvitees, notifyViewer } from '../users/service.ts'
import { announce } from '../webhooks/events.ts'
import { describeLeaving, describeRoleChange } from '../webhooks/member-events.ts'
import * as repository from './repository.ts'
import {
  badMember,
  canLeave,
  checkNotOwner,
  heirIsUnproven,
  lastSuperAdmin,
  type Member,
  parseMemberRole,
} from './rules.ts'

/** Returns a part of an account's members, oldest first. The account was authorized when it was loaded. */
export async function connectMembers(
  { db }: RequestContext,
  accountId: string,
  args: SliceArgs,
): Promise<Connection<Member>> {
  const slice = parseSlice({ field: 'Account.membersConnection', owner: accountId }, args)
  return await repository.connectMembers(db, accountId, slice)
}

/** Gives a member the role of viewer or admin. */
export async function changeMemberRole(context: RequestContext, input: ChangeMemberRoleInput): Promise<Member> {
  const { accountId } = await getMemberFor(context, input.id)
  const role = parseMemberRole(input.role)
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageMembers', accountId)
    const before = await getMember(trx, input.id)
    checkNotOwner(before)
    if (before.role === role) return before
    tell('accountChanged', accountId, { accountId })
    return await changeRole(trx, tell, context, before, role)
  })
}

/** Ends a member's membership, with their AuthID and their agents. */
export async function removeMember(context: RequestContext, id: string): Promise<Member> {
  const { accountId } = await getMemberFor(context, id)
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageMembers', accountId)
    const member = await getMember(trx, id)
    checkNotOwner(member)
    return await endMembership(context, { trx, tell, source: context }, member, 'removed')
  })
}

/** Ends the viewer's own membership. An account keeps a super_admin. */
export async function leaveAccount(context: RequestContext, accountId: string): Promise<void> {
  const { userId } = await authorize(context, 'leaveAccount', accountId)
  await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'leaveAccount', accountId)
    const member = await repository.findMemberOf(trx, accountId, userId)
    if (!member) throw notFound('account')
    const superAdmins = await repository.countSuperAdmins(trx, [accountId])
    if (!canLeave(member.role, superAdmins.get(accountId) ?? 0)) throw lastSuperAdmin()
    await endMembership(context, { trx, tell, source: context }, member, 'left')
  })
}

/** Makes another member a super_admin in the viewer's place, who becomes an admin. */
export async function transferOwnership(context: RequestContext, input: TransferOwnershipInput): Promise<Account> {
  const { accountId, memberId } = input
  const { userId } = await authorize(context, 'transferOwnership', accountId)
  await checkFreshProof(context)
  await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'transferOwnership', accountId)
    const owner = await repository.findMemberOf(trx, accountId, userId)
    const heir = await repository.findMember(trx, memberId)
    if (!owner || heir?.accountId !== accountId) throw notFound('member')
    if (heir.role === 'super_admin') throw badMember(heir.id === owner.id)
    const heirUser = await findUser(trx, heir.userId)
    if (!heirUser || !isProven(heirUser)) throw heirIsUnproven()
    if (!(await lockAccountAllowance(trx, heir.userId))) throw heirOwnsTooMany()
    await changeRole(trx, tell, context, heir, 'super_admin')
    await changeRole(trx, tell, context, owner, 'admin')
    tell('accountChanged', accountId, { accountId })
  })
  return await getAccount(context, accountId)
}

/** Ends every membership and invitation of an account that is deleted. */
export async function endTeam({ trx, tell, source }: Ending, { accountId }: { accountId: string }): Promise<void> {
  const now = source.clock.now()
  for (const userId of await findMemberIds(trx, accountId)) notifyViewer(tell, userId)
  await repository.deleteMembersOf(trx, accountId, now)
  tell('membershipEnded', accountId, { accountId })
  await notifyInvitees(trx, tell, await repository.revokeInvitesOf(trx, accountId, now))
}

/** Reports whether the viewer may change or remove a member. */
export async function canChangeMember(context: RequestContext, { accountId, role }: Member): Promise<boolean> {
  return role !== 'super_admin' && (await can(context, 'manageMembers', accountId))
}

/** Reports whether the viewer may hand the account over to a member: one who does not own it already, and has proven their address. */
export async function canTransferOwnershipTo(context: RequestContext, member: Member): Promise<boolean> {
  const { accountId, role, userId } = member
  if (role === 'super_admin') return false
  // In parallel, because the loader of users batches what is asked for in the same tick.
  const [allowed, user] = await Promise.all([
    can(context, 'transferOwnership', accountId),
    context.loaders.user.load(userId),
  ])
  return allowed && user !== undefined && isProven(user)
}

/** Reports whether the viewer may leave an account. */
export async function canLeaveAccount(context: RequestContext, accountId: string): Promise<boolean> {
  if (!(await can(context, 'leaveAccount', accountId))) return false
  const role = await context.loaders.viewerRole.load(accountId)
  return role !== undefined && canLeave(role, (await context.loaders.superAdminCount.load(accountId)) ?? 0)
}

/** Counts the members and the owners of each of these accounts. */
export async function countTeams(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, { members: number; owners: number }>> {
  if (accountIds.length === 0) return new Map()
  const members = await repository.countMembers(db, accountIds)
  const owners = await repository.countSuperAdmins(db, accountIds)
  return new Map(accountIds.map((id) => [id, { members: members.get(id) ?? 0, owners: owners.get(id) ?? 0 }]))
}

/** Ends the membership of a user who deletes themselves, in an account that is locked. */
export async function endMembershipOf(
  app: App,
  ending: Ending,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  const member = await repository.findMemberOf(ending.trx, accountId, userId)
  if (member) await endMembership(app, ending, member, 'left')
}

async function getMemberFor(context: RequestContext, id: string): Promise<Member> {
  return await authorizeOn(context, 'manageMembers', 'member', () => repository.findMember(context.db, id))
}

async function getMember(trx: Trx, id: string): Promise<Member> {
  const member = await repository.findMember(trx, id)
  if (!member) throw notFound('member')
  return member
}

async function changeRole(trx: Trx, tell: Tell, context: RequestContext, before: Member, role: Role): Promise<Member> {
  const member = await repository.setRole(trx, before.id, role)
  if (!member) throw notFound('member')
  const changes = { role: { from: before.role, to: role } }
  const object = await describe(trx, member)
  await recordAudit(trx, context, { action: 'member.role_changed', ...object, changes })
  await announce(trx, context.clock.now(), [describeRoleChange({ ...member, name: object.objectName }, before.role)])
  notifyViewer(tell, member.userId)
  return member
}

/** Starting an agent and making an AuthID take the account's lock and check again, so that nothing of the member is left behind. */
async function endMembership(
  app: App,
  ending: Ending,
  { id, accountId, userId }: Member,
  how: 'removed' | 'left',
): Promise<Member> {
  const { trx, tell, source } = ending
  const now = source.clock.now()
  const member = await repository.deleteMember(trx, id, now)
  if (!member) throw notFound('member')
  await app.endDependents(ending, 'membership', { accountId, userId })
  const object = await describe(trx, member)
  await recordAudit(trx, source, { action: `member.${how}`, ...object })
  await announce(trx, now, [describeLeaving({ ...member, name: object.objectName }, how)])
  tell('membershipEnded', accountId, { accountId })
  tell('accountChanged', accountId, { accountId })
  notifyViewer(tell, userId)
  return member
}

async function describe(trx: Trx, { accountId, id, userId }: Member) {
  const user = await findUser(trx, userId)
  return { accountId, objectType: 'member' as const, objectId: id, objectName: user?.email ?? user?.phone ?? null }
}
