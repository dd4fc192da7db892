import { parseEmail } from '../../ground/email-address.ts'
import { type AppError, conflict, forbidden } from '../../ground/errors.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { renderAddressTaken, renderAddressWanted, renderNewAddress } from '../../platform/mail/address-change.ts'
import { findAccountIdsOf } from '../accounts/service.ts'
import { checkFreshProof } from '../factors/service.ts'
import { describeEnds, endSessions } from '../sessions/service.ts'
import { findImposedSignOn } from '../sessions/sign-in.ts'
import { getMailSite } from '../site/service.ts'
import { describeUser, type User } from '../users/rules.ts'
import { findCredentials, findUser, sessionEnded, notifyViewer } from '../users/service.ts'
import { checkLinksLeft, createVerificationLink } from './links.ts'
import { evictUnprovenUser } from './unproven-user.ts'
import * as repository from './repository.ts'

/** Mails the viewer a link to another address, and notifies the current one. Returns the address that the link goes to. */
export async function requestEmailChange(context: RequestContext, given: string): Promise<string> {
  const { userId } = getUser(context)
  const email = parseEmail(given)
  await checkFreshProof(context, { ofEverybody: true })
  await context.rateLimiter.check('identifierFromClient', context.clientNetwork)
  const site = await getMailSite(context)
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    const address = await repository.lockAddress(trx, userId)
    const user = await findUser(trx, userId)
    if (!address || !user) throw sessionEnded()
    if (address.email === email) throw conflict(`${email} is your address already.`, { field: 'email' })
    await checkIsOwnToChange(trx, user)
    const { user: holder } = (await findCredentials(trx, { email, phone: null })) ?? {}
    if (holder && holder.emailVerifiedAt !== null) throw addressTaken(email)
    await checkLinksLeft(trx, userId, email, now)
    await repository.voidVerifications(trx, userId, now, { onlyChanges: true })
    const link = await createVerificationLink(trx, context, { id: userId, email }, { isChange: true })
    const letter = renderNewAddress(site, { email, ...link })
    await context.mailer.sendMail(trx, { to: email, deliverUntil: link.expiresAt, ...letter })
    if (address.email !== null) {
      await context.mailer.sendMail(trx, { to: address.email, ...renderAddressWanted(site, email) })
    }
    await recordAudit(trx, context, {
      action: 'user.email_change_requested',
      ...describeUser(userId, email),
      changes: { email: { from: address.email, to: email } },
    })
    notifyViewer(tell, userId)
    return email
  })
}

/** Voids the link that would give the viewer another address. */
export async function cancelEmailChange(context: RequestContext): Promise<User> {
  const { userId } = getUser(context)
  return await context.change(async (trx, tell) => {
    const user = await findUser(trx, userId)
    if (!user) throw sessionEnded()
    const voided = await repository.voidVerifications(trx, userId, context.clock.now(), { onlyChanges: true })
    if (voided > 0n) {
      await recordAudit(trx, context, { action: 'user.email_change_cancelled', ...describeUser(userId) })
      notifyViewer(tell, userId)
    }
    return user
  })
}

/** Returns the address that the viewer has asked for; null when there is none. */
export async function findPendingEmail(context: RequestContext): Promise<string | null> {
  const { userId } = getUser(context)
  return (await repository.findPendingAddress(context.db, userId, context.clock.now())) ?? null
}

/**
 * Gives the viewer the address whose mailbox they have just proven to read. A user who typed it and never proved it gives way. All sessions but
 * this one end, and this one too if the address belongs to single sign-on, as do links that went to the old address, which is notified.
 */
export async function claimAddress(context: RequestContext, userId: string, email: string): Promise<void> {
  const { sessionId } = getUser(context)
  const site = await getMailSite(context)
  const now = context.clock.now()
  const change = context.change(async (trx, tell) => {
    const ending = { trx, tell, source: context }
    await evictUnprovenUser(context, ending, email, userId)
    const address = await repository.lockAddress(trx, userId)
    const user = await findUser(trx, userId)
    if (!address || !user) throw sessionEnded()
    if (address.email === email) return
    await checkIsOwnToChange(trx, user)
    // Sent while the address is still the user's: mails of this kind go to proven addresses only.
    if (address.email !== null) {
      await context.mailer.sendMail(trx, { to: address.email, ...renderAddressTaken(site, email) })
    }
    await repository.setAddress(trx, userId, email, now)
    await repository.voidVerifications(trx, userId, now)
    await context.endDependents(ending, 'address', { userId })
    const isBySingleSignOn = await findImposedSignOn(trx, { id: userId, email, emailVerifiedAt: now })
    const sessions = await endSessions(ending, userId, isBySingleSignOn ? {} : { except: sessionId })
    await recordAudit(trx, context, {
      action: 'user.email_changed',
      ...describeUser(userId, email),
      changes: { email: { from: address.email, to: email }, ...describeEnds(sessions) },
    })
    await notifyColleagues(trx, tell, userId)
  })
  await refuseDuplicates(change, { users_email_key: () => addressTaken(email) })
}

/** Notifies everyone who sees a user by name or address, including the user. */
export async function notifyColleagues(trx: Trx, tell: Tell, userId: string): Promise<void> {
  notifyViewer(tell, userId)
  for (const accountId of (await findAccountIdsOf(trx, [userId])).get(userId) ?? []) {
    tell('accountChanged', accountId, { accountId })
  }
}

/** With another address, a user would bypass single sign-on of the account that has the domain. */
async function checkIsOwnToChange(trx: Trx, user: User): Promise<void> {
  const singleSignOn = await findImposedSignOn(trx, user)
  if (!singleSignOn) return
  throw forbidden(
    `Your address belongs to the single sign-on of ${singleSignOn.domain}. Ask an owner of the account that has the domain.`,
    { reason: 'SINGLE_SIGN_ON' },
  )
}

function addressTaken(email: string): AppError {
  return conflict(`${email} is the address of another user. Choose another one.`, { field: 'email' })
}
