import { randomUUIDv7 } from 'node:crypto'
import type { AccountInvitesConnectionArgs, InviteMemberInput, InviteStatus } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { type Connection, mapNodes, parseSlice } from '../../ground/connections.ts'
import { parseEmail } from '../../ground/email-address.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { authorize, authorizeOn, getUser } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { renderInvitation } from '../../platform/mail/templates.ts'
import { insertMember, lockAccount, lockAccountFor, type Membership } from '../accounts/service.ts'
import { isAddressOf, proveAddress } from '../email-addresses/proof.ts'
import { checkAllowance, getPlan } from '../plans/service.ts'
import { getMailSite } from '../site/service.ts'
import { nameUser, type User } from '../users/rules.ts'
import { notifyInvitees } from '../users/service.ts'
import { checkInviteLimits, inviteLimitsWindowMs } from './invite-limits.ts'
import { announce } from '../webhooks/events.ts'
import { describeJoining } from '../webhooks/member-events.ts'
import * as repository from './repository.ts'
import {
  alreadyInvited,
  alreadyMember,
  atInstant,
  checkAddressee,
  invalidInvite,
  type Invite,
  inviteLifetimeMs,
  joinsSuspended,
  makeInviteToken,
  nothingToRevoke,
  parseMemberRole,
  type ReceivedInvite,
  toInviteUrl,
} from './rules.ts'

/** Invites somebody by mail. The invitation takes a seat of the plan until it is answered, revoked or expired. */
export async function inviteMember(context: RequestContext, input: InviteMemberInput): Promise<Invite> {
  const { accountId } = input
  const actor = await authorize(context, 'manageMembers', accountId)
  const email = parseEmail(input.email)
  const role = parseMemberRole(input.role)
  // An API key invites for the account.
  const inviter = actor.kind === 'api-key' ? null : await getSignedIn(context)
  const userId = inviter?.id ?? null
  const site = await getMailSite(context)
  const now = context.clock.now()

  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageMembers', accountId)
    if (await repository.isMember(trx, accountId, email)) throw alreadyMember()
    if (await repository.findPendingInvite(trx, accountId, email, now)) throw alreadyInvited()
    await checkAllowance(trx, account, 'maxTeamMembers', (ids) => repository.countSeats(trx, ids, now))
    const { type: planType } = await getPlan(trx, accountId)
    // A person who invites is locked too, so that from two accounts at once they send no more than from one.
    const sent = await repository.lockSentInvites(trx, { accountId, userId }, addMs(now, -inviteLimitsWindowMs))
    checkInviteLimits(sent, { accountId, userId, email, planType }, now)
    await repository.expireInvites(trx, accountId, now)
    const created: Invite = {
      id: randomUUIDv7(),
      accountId,
      email,
      role,
      invitedBy: userId,
      token: makeInviteToken(),
      status: 'pending',
      expiresAt: addMs(now, inviteLifetimeMs),
      createdAt: now,
      updatedAt: now,
    }
    // The account's members see the token: only a separate secret shows that the mail was read.
    const mailToken = makeInviteToken()
    await repository.insertInvite(trx, { ...created, mailTokenHash: sha256Hex(mailToken) })
    await context.mailer.sendMail(trx, {
      ...renderInvitation(site, {
        inviterName: inviter && `${inviter.firstName} ${inviter.lastName}`,
        accountName: account.name,
        namespace: account.namespace,
        role,
        url: toInviteUrl(context.config.publicUrl, mailToken),
        expiresAt: created.expiresAt,
      }),
      to: email,
      deliverUntil: created.expiresAt,
    })
    await recordAudit(trx, context, { action: 'invite.created', ...describe(created) })
    await notifyChange(trx, tell, created)
    return created
  })
}

/** Makes an invitation's link stop working. */
export async function revokeInvite(context: RequestContext, id: string): Promise<Invite> {
  const { accountId } = await authorizeOn(context, 'manageMembers', 'invitation', () =>
    repository.findInvite(context.db, id),
  )
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageMembers', accountId)
    const revoked = await repository.updateInviteStatus(trx, id, 'revoke', now)
    if (!revoked) throw nothingToRevoke()
    await recordAudit(trx, context, { action: 'invite.revoked', ...describe(revoked) })
    await notifyChange(trx, tell, revoked)
    return revoked
  })
}

/** Joins the account of an invitation that is addressed to the viewer. */
export async function acceptInvite(context: RequestContext, token: string): Promise<Membership> {
  const addressed = await getAddressed(context, token)
  const { invite, user } = addressed
  const { accountId, role } = invite
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    if (account.suspensionReason !== null) throw joinsSuspended()
    await lockInvitedAddress({ trx, tell, source: context }, addressed)
    const accepted = await repository.updateInviteStatus(trx, invite.id, 'accept', now)
    if (!accepted) throw invalidInvite()
    if (await repository.findMemberOf(trx, accountId, user.id)) throw alreadyMember()
    const member = { id: randomUUIDv7(), accountId, userId: user.id, role, createdAt: now, byInvitation: true }
    await insertMember(trx, member)
    await recordAudit(trx, context, { action: 'invite.accepted', ...describe(accepted) })
    await announce(trx, now, [describeJoining({ ...member, name: nameUser(user) })])
    await notifyChange(trx, tell, invite)
    return { id: member.id, role, createdAt: now, account }
  })
}

/** Declines an invitation that is addressed to the viewer. Returns its id. */
export async function declineInvite(context: RequestContext, token: string): Promise<string> {
  const addressed = await getAddressed(context, token)
  const { invite } = addressed
  const now = context.clock.now()
  await context.change(async (trx, tell) => {
    await lockAccount(trx, invite.accountId)
    await lockInvitedAddress({ trx, tell, source: context }, addressed)
    const declined = await repository.updateInviteStatus(trx, invite.id, 'decline', now)
    if (!declined) throw invalidInvite()
    await recordAudit(trx, context, { action: 'invite.declined', ...describe(declined) })
    await notifyChange(trx, tell, invite)
  })
  return invite.id
}

/** Finds an open invitation by the secret of its link. Public: the secret is the credential. */
export async function findInvitation(
  { db, clock }: RequestContext,
  token: string,
): Promise<ReceivedInvite | undefined> {
  const [found] = await repository.listReceivedInvites(db, { secret: token }, clock.now())
  // Returned with the secret that was presented: the other one proves more, or less.
  return found && { ...found, token }
}

/** Returns the invitations that wait for the viewer's answer, oldest first; none until they have proven that the address is theirs. */
export async function listOwnInvites({ db, clock }: RequestContext, user: User): Promise<ReceivedInvite[]> {
  const { email, emailVerifiedAt } = user
  if (email === null || emailVerifiedAt === null) return []
  return await repository.listReceivedInvites(db, { email: email.toLowerCase() }, clock.now())
}

/** Returns the latest invitations of an account, of some states or all. The account was authorized when it was loaded. */
export async function listInvites(
  { loaders }: RequestContext,
  accountId: string,
  status: readonly InviteStatus[] | undefined,
): Promise<Invite[]> {
  const invites = (await loaders.invites.load(accountId)) ?? []
  return status ? invites.filter((invite) => status.includes(invite.status)) : invites
}

/** Returns a part of an account's invitations as they stand now, newest first. The account was authorized when it was loaded. */
export async function connectInvites(
  { db, clock }: RequestContext,
  accountId: string,
  { status, ...args }: AccountInvitesConnectionArgs,
): Promise<Connection<Invite>> {
  const slice = parseSlice({ field: 'Account.invitesConnection', owner: accountId, filter: { status } }, args)
  const now = clock.now()
  const invites = await repository.connectInvites(db, { accountId, status, now }, slice)
  return mapNodes(invites, (invite) => atInstant(invite, now))
}

/** Returns the seats that count against the plan: members, and invitations that can still be accepted. */
export async function listSeats(context: RequestContext, accountId: string): Promise<unknown[]> {
  const [members = [], pending] = await Promise.all([
    context.loaders.members.load(accountId),
    listInvites(context, accountId, ['pending']),
  ])
  return [...members, ...pending]
}

interface Addressed {
  invite: Invite
  user: User
  /** Whether the secret is the mail's, which proves the address. */
  isMailed: boolean
}

/** Returns an invitation that the viewer can answer, with the viewer. */
async function getAddressed(context: RequestContext, token: string): Promise<Addressed> {
  const user = await getSignedIn(context)
  const found = await repository.findInviteBySecret(context.db, token, context.clock.now())
  if (!found) throw invalidInvite()
  const { isMailed, ...invite } = found
  checkAddressee(invite, user)
  return { invite, user, isMailed }
}

/** Locks the viewer's address, which its owner may have taken meanwhile; the mail's secret proves that it is theirs. */
async function lockInvitedAddress(ending: Ending, { invite, user, isMailed }: Addressed): Promise<void> {
  const { id } = user
  const { email } = invite
  const isTheirs = isMailed
    ? await proveAddress(ending, { id, email }, 'invitation')
    : await isAddressOf(ending.trx, id, email)
  if (!isTheirs) throw invalidInvite()
}

async function getSignedIn(context: RequestContext): Promise<User> {
  const { userId } = getUser(context)
  const user = await context.loaders.user.load(userId)
  if (!user) throw new Error(`User ${userId} has a session and no row.`)
  return user
}

function describe({ accountId, id, email, role }: Invite) {
  return { accountId, objectType: 'invite' as const, objectId: id, objectName: `${email} (${role})` }
}

async function notifyChange(trx: Trx, tell: Tell, { accountId, email }: Invite): Promise<void> {
  tell('accountChanged', accountId, { accountId })
  await notifyInvitees(trx, tell, [email])
}
