import { randomUUIDv7 } from 'node:crypto'
import { insertMember, lockAccount, lockAccountFor, type Membership } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize, authorizeOn, getUser } from '../auth/authorize.ts'
import { lockAllowance } from '../billing/service.ts'
import { addMs } from '../clock.ts'
import { parseEmail } from '../email-address.ts'
import type { InviteMemberInput, InviteStatus } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { renderInvitation } from '../mail/templates.ts'
import type { User } from '../sessions/rules.ts'
import { announceInvitations } from '../sessions/service.ts'
import { getMailSite } from '../site/service.ts'
import * as repository from './repository.ts'
import {
  alreadyInvited,
  alreadyMember,
  checkAddressee,
  invalidInvite,
  inviteLifetimeMs,
  makeInviteToken,
  nothingToRevoke,
  parseMemberRole,
  toInviteUrl,
  type Invite,
  type ReceivedInvite,
} from './rules.ts'

/** Invites somebody by mail. The invitation holds a seat of the plan until it is answered, revoked or over. */
export async function inviteMember(context: RequestContext, input: InviteMemberInput): Promise<Invite> {
  const { accountId } = input
  const { userId } = await authorize(context, 'manageMembers', accountId)
  const email = parseEmail(input.email)
  const role = parseMemberRole(input.role)
  await context.rateLimiter.check('inviteFromAccount', accountId)
  const inviter = await getSignedIn(context)
  const site = await getMailSite(context)
  const now = context.clock.now()

  const invite = await context.db.transaction().execute(async (trx) => {
    const account = await lockAccountFor(trx, context, 'manageMembers', accountId)
    if (await repository.isMember(trx, accountId, email)) throw alreadyMember()
    if (await repository.hasPendingInvite(trx, accountId, email, now)) throw alreadyInvited()
    await lockAllowance(trx, accountId, 'teamMembers', () => repository.countSeats(trx, accountId, now))
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
    await repository.insertInvite(trx, created)
    await context.mailer.sendMail(trx, {
      ...renderInvitation(site, {
        inviterName: `${inviter.firstName} ${inviter.lastName}`,
        accountName: account.name,
        namespace: account.namespace,
        role,
        url: toInviteUrl(context.config.publicUrl, created.token),
        expiresAt: created.expiresAt,
      }),
      to: email,
      deliverUntil: created.expiresAt,
    })
    await recordAudit(trx, context, { action: 'invite.created', ...describe(created) })
    return created
  })

  await announceChange(context, invite)
  return invite
}

/** Makes an invitation's link stop working. */
export async function revokeInvite(context: RequestContext, id: string): Promise<Invite> {
  const { accountId } = await authorizeOn(context, 'manageMembers', 'invitation', () =>
    repository.findInvite(context.db, id),
  )
  const now = context.clock.now()
  const invite = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageMembers', accountId)
    const revoked = await repository.moveInvite(trx, id, 'revoke', now)
    if (!revoked) throw nothingToRevoke()
    await recordAudit(trx, context, { action: 'invite.revoked', ...describe(revoked) })
    return revoked
  })
  await announceChange(context, invite)
  return invite
}

/** Joins the account of an invitation that is addressed to the viewer. */
export async function acceptInvite(context: RequestContext, token: string): Promise<Membership> {
  const { invite, user } = await getAddressed(context, token)
  const { accountId, role } = invite
  const now = context.clock.now()
  const membership = await context.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    const accepted = await repository.moveInvite(trx, invite.id, 'accept', now)
    if (!accepted) throw invalidInvite()
    if (await repository.findMemberOf(trx, accountId, user.id)) throw alreadyMember()
    const member = { id: randomUUIDv7(), accountId, userId: user.id, role, createdAt: now }
    await insertMember(trx, member)
    await recordAudit(trx, context, { action: 'invite.accepted', ...describe(accepted) })
    return { id: member.id, role, createdAt: now, account }
  })
  await announceChange(context, invite)
  return membership
}

/** Declines an invitation that is addressed to the viewer. Returns its id. */
export async function declineInvite(context: RequestContext, token: string): Promise<string> {
  const { invite } = await getAddressed(context, token)
  const now = context.clock.now()
  await context.db.transaction().execute(async (trx) => {
    await lockAccount(trx, invite.accountId)
    const declined = await repository.moveInvite(trx, invite.id, 'decline', now)
    if (!declined) throw invalidInvite()
    await recordAudit(trx, context, { action: 'invite.declined', ...describe(declined) })
  })
  await announceChange(context, invite)
  return invite.id
}

/** An invitation that can be answered, by the secret of its link. Public: the secret is the credential. */
export async function findInvitation(
  { db, clock }: RequestContext,
  token: string,
): Promise<ReceivedInvite | undefined> {
  return (await repository.listReceivedInvites(db, { token }, clock.now()))[0]
}

/** The invitations that wait for the viewer's answer, oldest first. */
export async function listOwnInvites({ db, clock }: RequestContext, { email }: User): Promise<ReceivedInvite[]> {
  return email === null ? [] : await repository.listReceivedInvites(db, { email: email.toLowerCase() }, clock.now())
}

/** The latest invitations of an account, of some states or all. The account was authorized when it was loaded. */
export async function listInvites(
  { loaders }: RequestContext,
  accountId: string,
  status: readonly InviteStatus[] | undefined,
): Promise<Invite[]> {
  const invites = (await loaders.invites.load(accountId)) ?? []
  return status ? invites.filter((invite) => status.includes(invite.status)) : invites
}

/** An invitation that the viewer can answer, with the viewer. */
async function getAddressed(context: RequestContext, token: string): Promise<{ invite: Invite; user: User }> {
  const user = await getSignedIn(context)
  const invite = await repository.findPendingInvite(context.db, token, context.clock.now())
  if (!invite) throw invalidInvite()
  checkAddressee(invite, user)
  return { invite, user }
}

async function getSignedIn(context: RequestContext): Promise<User> {
  const { userId } = getUser(context)
  const user = await context.loaders.user.load(userId)
  if (!user) throw new Error(`User ${userId} has a session and no row.`)
  return user
}

function describe({ accountId, id, email, role }: Invite) {
  return { accountId, objectType: 'invite', objectId: id, objectName: `${email} (${role})` }
}

async function announceChange(context: RequestContext, { accountId, email }: Invite): Promise<void> {
  context.events.publish('accountChanged', accountId, { accountId })
  await announceInvitations(context, [email])
}
