import { getAccount, lockAccountFor, lockRoomForAccount } from '../accounts/service.ts'
import { announceEnd, endAgents } from '../agents/lifecycle.ts'
import type { Agent } from '../agents/rules.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize, authorizeOn, can } from '../auth/authorize.ts'
import { announceAuthTokenEnd, deleteAuthTokensOf } from '../auth-tokens/service.ts'
import { heirOwnsTooMany, type Account } from '../accounts/rules.ts'
import type { AuthToken } from '../auth-tokens/rules.ts'
import type { Trx } from '../db/db.ts'
import { notFound } from '../errors.ts'
import type { ChangeMemberRoleInput, Role, TransferOwnershipInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { findUser } from '../sessions/service.ts'
import * as repository from './repository.ts'
import { badMember, canLeave, checkNotOwner, lastSuperAdmin, parseMemberRole, type Member } from './rules.ts'

/** Makes a member a viewer or an admin. */
export async function changeMemberRole(context: RequestContext, input: ChangeMemberRoleInput): Promise<Member> {
  const { accountId } = await getMemberFor(context, input.id)
  const role = parseMemberRole(input.role)
  const member = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageMembers', accountId)
    const before = await getMember(trx, input.id)
    checkNotOwner(before)
    if (before.role === role) return before
    return await changeRole(trx, context, before, role)
  })
  announceChange(context, accountId)
  return member
}

/** Ends a member's place in the account, with their AuthID and their agents. */
export async function removeMember(context: RequestContext, id: string): Promise<Member> {
  const { accountId } = await getMemberFor(context, id)
  const ended = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageMembers', accountId)
    const member = await getMember(trx, id)
    checkNotOwner(member)
    return await endMembership(trx, context, member, 'member.removed')
  })
  announceEndOfMembership(context, ended)
  return ended.member
}

/** Ends the viewer's own place in the account. An account keeps a super_admin. */
export async function leaveAccount(context: RequestContext, accountId: string): Promise<void> {
  const { userId } = await authorize(context, 'leaveAccount', accountId)
  const ended = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'leaveAccount', accountId)
    const member = await repository.findMemberOf(trx, accountId, userId)
    if (!member) throw notFound('account')
    const superAdmins = await repository.countSuperAdmins(trx, [accountId])
    if (!canLeave(member.role, superAdmins.get(accountId) ?? 0)) throw lastSuperAdmin()
    return await endMembership(trx, context, member, 'member.left')
  })
  announceEndOfMembership(context, ended)
}

/** Makes another member a super_admin in the viewer's place, who becomes an admin. */
export async function transferOwnership(context: RequestContext, input: TransferOwnershipInput): Promise<Account> {
  const { accountId, memberId } = input
  const { userId } = await authorize(context, 'transferOwnership', accountId)
  await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'transferOwnership', accountId)
    const owner = await repository.findMemberOf(trx, accountId, userId)
    const heir = await repository.findMember(trx, memberId)
    if (!owner || heir?.accountId !== accountId) throw notFound('member')
    if (heir.role === 'super_admin') throw badMember(heir.id === owner.id)
    if (!(await lockRoomForAccount(trx, heir.userId))) throw heirOwnsTooMany()
    await changeRole(trx, context, heir, 'super_admin')
    await changeRole(trx, context, owner, 'admin')
  })
  announceChange(context, accountId)
  return await getAccount(context, accountId)
}

/** Ends every membership and invitation of an account that is deleted; returns the addresses that were invited. */
export async function endTeam(trx: Trx, accountId: string, now: Date): Promise<string[]> {
  await repository.deleteMembersOf(trx, accountId, now)
  return await repository.revokeInvitesOf(trx, accountId, now)
}

/** Whether the viewer may change or remove a member. */
export async function canChangeMember(context: RequestContext, { accountId, role }: Member): Promise<boolean> {
  return role !== 'super_admin' && (await can(context, 'manageMembers', accountId))
}

/** Whether the viewer may hand the account over to a member: one who does not own it already. */
export async function canTransferOwnershipTo(context: RequestContext, { accountId, role }: Member): Promise<boolean> {
  return role !== 'super_admin' && (await can(context, 'transferOwnership', accountId))
}

/** Whether the viewer may leave an account. */
export async function canLeaveAccount(context: RequestContext, accountId: string): Promise<boolean> {
  if (!(await can(context, 'leaveAccount', accountId))) return false
  const role = await context.loaders.viewerRole.load(accountId)
  return role !== undefined && canLeave(role, (await context.loaders.superAdminCount.load(accountId)) ?? 0)
}

async function getMemberFor(context: RequestContext, id: string): Promise<Member> {
  return await authorizeOn(context, 'manageMembers', 'member', () => repository.findMember(context.db, id))
}

async function getMember(trx: Trx, id: string): Promise<Member> {
  const member = await repository.findMember(trx, id)
  if (!member) throw notFound('member')
  return member
}

async function changeRole(trx: Trx, context: RequestContext, before: Member, role: Role): Promise<Member> {
  const member = await repository.setRole(trx, before.id, role)
  if (!member) throw notFound('member')
  const changes = { role: { from: before.role, to: role } }
  await recordAudit(trx, context, { action: 'member.role_changed', ...(await describe(trx, member)), changes })
  return member
}

interface EndedMembership {
  member: Member
  agents: Agent[]
  authTokens: AuthToken[]
}

/** Whoever starts an agent or makes an AuthID holds the account's lock and looks again: nothing of theirs is left behind. */
async function endMembership(
  trx: Trx,
  context: RequestContext,
  { id, accountId, userId }: Member,
  action: 'member.removed' | 'member.left',
): Promise<EndedMembership> {
  const now = context.clock.now()
  const member = await repository.deleteMember(trx, id, now)
  if (!member) throw notFound('member')
  const authTokens = await deleteAuthTokensOf(trx, { accountId, userId }, now)
  const agents = await endAgents(trx, { accountId, userId }, 'MEMBER_REMOVED', now)
  await recordAudit(trx, context, { action, ...(await describe(trx, member)) })
  return { member, agents, authTokens }
}

function announceEndOfMembership(context: RequestContext, { member, agents, authTokens }: EndedMembership): void {
  const { accountId } = member
  for (const authToken of authTokens) announceAuthTokenEnd(context, authToken)
  for (const agent of agents) announceEnd(context.events, agent)
  context.events.publish('membershipEnded', accountId, { accountId })
  announceChange(context, accountId)
}

function announceChange({ events }: RequestContext, accountId: string): void {
  events.publish('accountChanged', accountId, { accountId })
}

async function describe(trx: Trx, { accountId, id, userId }: Member) {
  const user = await findUser(trx, userId)
  return { accountId, objectType: 'member', objectId: id, objectName: user?.email ?? user?.phone ?? null }
}
