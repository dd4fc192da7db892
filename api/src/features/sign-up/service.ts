import { randomUUIDv7 } from 'node:crypto'
import type { SignUpInput } from '../../generated/schema.ts'
import { type AppError, conflict } from '../../ground/errors.ts'
import { type AuditEvent, type AuditSource, recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { renderWelcome } from '../../platform/mail/templates.ts'
import type { Account } from '../accounts/rules.ts'
import { openFirstAccount } from '../accounts/service.ts'
import { createVerificationLink } from '../email-addresses/links.ts'
import { evictUnprovenUser } from '../email-addresses/unproven-user.ts'
import { assignFreePlan } from '../plans/service.ts'
import { checkDelivery, type IssuedSession } from '../sessions/issue.ts'
import { byPassword, checkNoSingleSignOn, startSession } from '../sessions/sign-in.ts'
import { getMailSite } from '../site/service.ts'
import { checkAddressee } from '../team/rules.ts'
import { findInviteBySecret } from '../team/secrets.ts'
import { hashPassword } from '../users/password-hash.ts'
import { describeUser, nameUser, type User } from '../users/rules.ts'
import { insertUser } from '../users/service.ts'
import { parseSignUp } from './rules.ts'

/** Creates a user with an account of their own, and signs in. */
export async function signUp(context: RequestContext, input: SignUpInput): Promise<IssuedSession> {
  await context.rateLimiter.check('signUpFromClient', context.clientNetwork)
  checkDelivery(context, input.tokenDelivery)
  const { password, ...newUser } = parseSignUp(input)
  const invitation = await findMailedInvitation(context, input.inviteToken ?? undefined, newUser.email)
  const passwordHash = await hashPassword(password)
  const site = await getMailSite(context)
  const now = context.clock.now()
  const user = { id: randomUUIDv7(), ...newUser, emailVerifiedAt: invitation ? now : null, locale: null }

  const change = context.change(async (trx, tell) => {
    if (invitation) {
      await checkNoSingleSignOn(trx, user)
      await evictUnprovenUser(context, { trx, tell, source: context }, invitation.email)
    }
    const account = await addUser(trx, context, { user, passwordHash }, { userId: user.id, sessionId: null })
    if (user.email !== null) {
      const { id, email } = user
      const verification = invitation ? undefined : await createVerificationLink(trx, context, { id, email })
      const welcome = { ...account, firstName: user.firstName, email, accountName: account.name, verification }
      await context.mailer.sendMail(trx, { to: email, ...renderWelcome(site, welcome) })
    }
  })
  await refuseDuplicates(change, {
    users_email_key: () => taken('email', 'email address'),
    users_phone_key: () => taken('phone', 'phone number'),
  })
  return await startSession(context, byPassword({ user, passwordHash }), input.tokenDelivery)
}

/** Adds a user with an account of their own, on the free plan. */
export async function addUser(
  trx: Trx,
  source: AuditSource,
  { user, passwordHash }: { user: User; passwordHash: string | null },
  by?: AuditEvent['by'],
): Promise<Account> {
  const now = source.clock.now()
  await insertUser(trx, { ...user, passwordHash, createdAt: now })
  const account = await openFirstAccount(trx, user, now)
  await assignFreePlan(trx, account.id, now)
  await recordAudit(trx, source, { action: 'user.signed_up', ...describeUser(user.id, nameUser(user)), by })
  return account
}

/**
 * Finds the invitation whose mail led here, which proves the address. The link that its account's members can copy
 * proves nothing: they could invite, and so prove, any address themselves.
 */
export async function findMailedInvitation(
  { db, clock }: RequestContext,
  token: string | undefined,
  email: string | null,
) {
  const invitation = token === undefined ? undefined : await findInviteBySecret(db, token, clock.now())
  if (!invitation) return undefined
  checkAddressee(invitation, { email })
  return invitation.isMailed ? invitation : undefined
}

/** Refuses an address or a number that another user has. */
export function taken(field: string, label: string): AppError {
  return conflict(`Somebody has signed up with this ${label} already. Sign in instead, or use another one.`, { field })
}
