import type { EmailVerification } from '../../generated/schema.ts'
import { addMs, hourMs } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { rateLimited } from '../../platform/attempts/rate-limiter.ts'
import type { RequestContext } from '../../platform/context.ts'
import { renderVerification } from '../../platform/mail/templates.ts'
import { getMailSite } from '../site/service.ts'
import type { User } from '../users/rules.ts'
import { tellViewer, findUser } from '../users/service.ts'
import { createVerificationLink } from './links.ts'
import { proveAddress } from './proof.ts'
import * as repository from './repository.ts'
import {
  alreadyVerified,
  expiredLink,
  findState,
  noAddress,
  notYourLink,
  unknownLink,
  verificationsPerHourMax,
} from './rules.ts'

/** Returns what a link is for. Public: its token is the credential. */
export async function findVerification(context: RequestContext, token: string): Promise<EmailVerification | undefined> {
  await context.rateLimiter.check('verifyEmailFromClient', context.clientNetwork)
  const sent = await repository.findVerification(context.db, sha256Hex(token))
  return sent && { email: sent.email, fullName: sent.fullName, state: findState(sent, context.clock.now()) }
}

/**
 * Verifies the viewer's address by the link that was mailed to it. The session says that it was this user who asked for the
 * link, the link that the mailbox is theirs: the mailbox alone would verify the address for any user who typed it.
 */
export async function verifyEmail(context: RequestContext, token: string): Promise<User> {
  const { userId } = getUser(context)
  await context.rateLimiter.check('verifyEmailFromClient', context.clientNetwork)
  const sent = await repository.findVerification(context.db, sha256Hex(token))
  if (!sent) throw unknownLink()
  if (sent.userId !== userId) throw notYourLink(sent.email)
  if (findState(sent, context.clock.now()) === 'EXPIRED') throw expiredLink()
  const { email } = sent
  await context.change(async (trx, tell) => {
    if (!(await proveAddress(trx, context, { id: userId, email }, 'verification link'))) throw expiredLink()
    tellViewer(tell, userId)
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
    const sent = await repository.listVerificationsSince(trx, userId, addMs(now, -hourMs))
    const last = sent[sent.length - verificationsPerHourMax]
    if (last) {
      const message = `${email} was sent ${verificationsPerHourMax} links within the last hour, which is the most.`
      throw rateLimited(message, addMs(last, hourMs).getTime() - now.getTime())
    }
    const link = await createVerificationLink(trx, context, { id: userId, email })
    await context.mailer.sendMail(trx, {
      to: email,
      deliverUntil: link.expiresAt,
      ...renderVerification(site, { email, ...link }),
    })
    return email
  })
}
