import { AppError, conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { type AuditSource, recordAudit } from '../../platform/audit/service.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { renderAddressChanged } from '../../platform/mail/notices.ts'
import { renderVerification } from '../../platform/mail/templates.ts'
import { endSessions, describeEnds } from '../sessions/service.ts'
import { getMailSite } from '../site/service.ts'
import { createVerificationLink } from './links.ts'
import { describeUser } from '../users/rules.ts'
import * as repository from './repository.ts'

/**
 * Gives a user a new address, which is unproven until its link is opened. Ends sessions and older links; AuthIDs, API keys and
 * tunnels continue. Throws CONFLICT if the address is already theirs or another user's.
 */
export async function changeAddress(app: App, source: AuditSource, userId: string, email: string): Promise<void> {
  const { clock, mailer } = app
  const site = await getMailSite(app)
  const now = clock.now()
  const change = app.change(async (trx, tell) => {
    const address = await repository.lockAddress(trx, userId)
    if (!address) throw new AppError('NOT_FOUND', 'This user was removed a moment ago.')
    const oldEmail = address.email
    if (oldEmail === email) throw conflict(`${email} is the address of this user already.`)
    // Sent while the address is still the user's: the mail goes to proven addresses only.
    if (oldEmail !== null) {
      await mailer.sendMail(trx, { to: oldEmail, ...renderAddressChanged(site, { oldEmail, newEmail: email }) })
    }
    await repository.setAddress(trx, userId, email, null)
    await repository.voidVerifications(trx, userId, now)
    const ending = { trx, tell, source }
    await app.endDependents(ending, 'address', { userId })
    const sessions = await endSessions(ending, userId)
    const link = await createVerificationLink(trx, app, { id: userId, email })
    const letter = renderVerification(site, { email, ...link })
    await mailer.sendMail(trx, { to: email, deliverUntil: link.expiresAt, ...letter })
    await recordAudit(trx, source, {
      action: 'user.email_changed',
      ...describeUser(userId, email),
      changes: { email: { from: oldEmail, to: email }, ...describeEnds(sessions) },
    })
  })
  const message = `${email} is the address of another user. Give that user another one first, or choose an address that no user has.`
  await refuseDuplicates(change, { users_email_key: () => conflict(message) })
}
