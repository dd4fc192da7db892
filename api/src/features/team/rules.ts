import { dayMs } from '../../ground/clock.ts'
import { randomBytes } from 'node:crypto'
import { inviteLinkInvalid, otherThanInvited } from '@culvert/schema/validation-messages'
import { webPaths } from '@culvert/schema/web-paths'
import type { Selectable } from 'kysely'
import type { InviteStatus, Role } from '../../generated/schema.ts'
import { AppError, badInput, conflict, forbidden } from '../../ground/errors.ts'
import type { AccountUserTable } from '../accounts/table.ts'
import type { inviteColumns, MemberRole, TeamInviteTable } from './table.ts'

/** A person in an account. */
export type Member = Omit<Selectable<AccountUserTable>, 'byInvitation' | 'deletedAt'>

/** An invitation to an account. */
export type Invite = Pick<Selectable<TeamInviteTable>, (typeof inviteColumns)[number]>

/** An invitation as the invited person sees it. */
export interface ReceivedInvite {
  inviteId: string
  email: string
  token: string
  accountName: string
  accountNamespace: string
  invitedByName: string | null
  role: MemberRole
  expiresAt: Date
}

/** An event in the life of an invitation. */
export type InviteEvent = 'accept' | 'decline' | 'revoke'

/** The state machine of an invitation: only a pending one within its time moves, once. */
export const inviteOutcomes: Record<InviteEvent, InviteStatus> = {
  accept: 'accepted',
  decline: 'declined',
  revoke: 'expired',
}

/** How long an invitation is open. */
export const inviteLifetimeMs = 7 * dayMs

/** How many invitations of an account are shown, the latest ones. */
export const listedInvitesMax = 200

/** Returns an invitation as it is at an instant: expired ones need not be marked. */
export function atInstant(invite: Invite, now: Date): Invite {
  const isOver = invite.status === 'pending' && invite.expiresAt <= now
  return isOver ? { ...invite, status: 'expired' } : invite
}

/** Makes the secret of a new invitation's link: 256 random bits, safe in a URL. */
export function makeInviteToken(): string {
  return `inv_${randomBytes(32).toString('base64url')}`
}

/** Returns the page that an invitation's link opens. */
export function toInviteUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${webPaths.signUp}?invite_token=${token}`
}

/** Parses a role that can be given. */
export function parseMemberRole(role: Role): MemberRole {
  if (role !== 'super_admin') return role
  throw badInput('role', 'The role must be viewer or admin. A super_admin is made by transferring the ownership.')
}

/** Throws unless the invitation is addressed to this user. */
export function checkAddressee({ email }: { email: string }, user: { email: string | null }): void {
  if (user.email?.toLowerCase() !== email) throw forbidden(otherThanInvited)
}

/** Throws for a super_admin: no other member may change or remove one. */
export function checkNotOwner({ role }: Pick<Member, 'role'>): void {
  if (role !== 'super_admin') return
  throw forbidden('A super_admin cannot be changed or removed, but can hand the account over.')
}

/** Reports whether a member with this role may leave, so that the account still has a super_admin. */
export function canLeave(role: Role, superAdminCount: number): boolean {
  return role !== 'super_admin' || superAdminCount > 1
}

export function alreadyMember(): AppError {
  return conflict('This user is already a member of the team', { field: 'email' })
}

/** Refuses to join an account that the operator has suspended. */
export function joinsSuspended(): AppError {
  return forbidden(
    'The operator has suspended this account: nobody can join it meanwhile. Accept the invitation once the account is resumed.',
    { reason: 'ACCOUNT_SUSPENDED' },
  )
}

export function alreadyInvited(): AppError {
  return conflict('This user already has a pending invitation', { field: 'email' })
}

/** Returns the same error for an invitation that never existed, was answered or revoked, or has expired. */
export function invalidInvite(): AppError {
  return new AppError('NOT_FOUND', inviteLinkInvalid, { field: 'token' })
}

/** Refuses to hand the account to somebody who owns it. */
export function badMember(isViewer: boolean): AppError {
  return badInput(
    'memberId',
    `${isViewer ? 'You are' : 'This member is'} a super_admin already. Choose another member.`,
  )
}

/** Refuses to hand the account to a user whose address is unproven: it may be somebody else's. */
export function heirIsUnproven(): AppError {
  return conflict(
    'This member has not verified their email address yet. Ask them to open the link that was mailed to it, then try again.',
    { field: 'memberId' },
  )
}

/** Refuses to revoke an invitation that is not pending. */
export function nothingToRevoke(): AppError {
  return conflict('This invitation is no longer pending: it was answered or revoked, or it has expired.')
}

/** Refuses the last super_admin who wants to leave. */
export function lastSuperAdmin(): AppError {
  return conflict(
    'An account keeps at least one super_admin, and you are the last. Transfer the ownership first, or delete the account.',
  )
}
