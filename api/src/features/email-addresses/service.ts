import type { EmailVerification } from '../../generated/schema.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'
import { renderVerification } from '../../platform/mail/templates.ts'
import { getMailSite } from '../site/service.ts'
import type { User } from '../users/rules.ts'
import { notifyViewer, findUser } from '../users/service.ts'
import { claimAddress } from './own-change.ts'
import { checkLinksLeft, createVerificationLink } from './links.ts'
import { proveAddress } from './proof.ts'
import * as repository from './repository.ts'
import { alreadyVerified, expiredLink, findState, noAddress, notYourLink, unknownLink } from './rules.ts'

/** Returns what a link is for. Public: its token is the credential. */
export async function findVerification(context: RequestContext, token: string): Promise<EmailVerification | undefined> {
  await context.rateLimiter.check('verifyEmailFromClient', context.clientNetwork)
  const sent = await repository.findVerification(context.db, sha256Hex(token))
  if (!sent) return undefined
  const { email, fullName, isChange } = sent
  return { email, fullName, isChange, state: findState(sent, context.clock.now()) }
}

/**
 * Verifies the viewer's address by the link that was mailed to it. The session proves that it was this user who asked for the
 * link, and the link that the mailbox is theirs: the mailbox alone would verify the address for any user who typed it.
 */
export async function verifyEmail(context: RequestContext, token: string): Promise<User> {
  const { userId } = getUser(context)
  await context.rateLimiter.check('verifyEmailFromClient', context.clientNetwork)
  const sent = await repository.findVerification(context.db, sha256Hex(token))
  if (!sent) throw unknownLink()
  if (sent.userId !== userId) throw notYourLink(sent)
  const state = findState(sent, context.clock.now())
  if (state === 'EXPIRED') throw expiredLink()
  const { email } = sent
  if (sent.isChange && state === 'OPEN') await claimAddress(context, userId, email)
  await context.change(async (trx, tell) => {
    if (!(await proveAddress({ trx, tell, source: context }, { id: userId, email }, 'verification link')))
      throw expiredLink()
    notifyViewer(tell, userId)
  })
  const user = await findUser(context.db, userId)
  if (!user) throw unknownLink()
  return user
}

/** Mails the viewer another link. Returns the address that it goes to. */
export async function requestVerification(context: RequestContext): Promise<string> {
  const { userId } = getUser(context)
  const site = await getMailSite(context)
  const now = context.clock.now()
  return await context.change(async (trx) => {
    // The lock makes simultaneous requests count each other.
    const address = await repository.lockAddress(trx, userId)
    if (!address || address.email === null) throw noAddress()
    if (address.emailVerifiedAt !== null) throw alreadyVerified()
    const { email } = address
    await checkLinksLeft(trx, userId, email, now)
    const link = await createVerificationLink(trx, context, { id: userId, email })
    await context.mailer.sendMail(trx, {
      to: email,
      deliverUntil: link.expiresAt,
      ...renderVerification(site, { email, ...link }),
    })
    return email
  })
}
