import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import { asSystem } from '../../platform/audit/service.ts'
import { renderCertificateEnding } from '../../platform/mail/notices.ts'
import { lockAccount } from '../accounts/service.ts'
import { listNoticeEmails } from '../notices/mails.ts'
import { addNotice } from '../notices/service.ts'
import { getMailSite } from '../site/service.ts'
import * as repository from './repository.ts'
import { warningAt, warningMs, type Certificate } from './rules.ts'

const certificatesPerRun = 1_000

/**
 * Warns the owners of certificates that expire soon because their renewal fails: those who manage the domain, and the operator about the
 * installation's own. Each certificate gets one warning.
 */
export async function warnOfExpiry(app: App): Promise<void> {
  const now = app.clock.now()
  const ending = await repository.listEndingBefore(app.db, addMs(now, warningMs), certificatesPerRun)
  for (const certificate of ending) {
    const { issuedAt, expiresAt } = certificate
    if (issuedAt !== null && expiresAt !== null && warningAt(issuedAt, expiresAt) <= now) {
      await warn(app, certificate, expiresAt)
    }
  }
}

async function warn(app: App, certificate: Certificate, expiresAt: Date): Promise<void> {
  const { id, name, accountId, lastError, advice } = certificate
  await app.change(async (trx, tell) => {
    // Another node may have sent the warning meanwhile.
    if (!(await repository.setWarned(trx, id, expiresAt))) return
    const account = accountId === null ? undefined : await lockAccount(trx, accountId)
    const reason = lastError ?? 'The authority did not answer.'
    const site = await getMailSite({ db: trx, config: app.config })
    const content = renderCertificateEnding(site, {
      name,
      expiresAt,
      reason,
      advice,
      accountName: account?.name,
    })
    const recipients =
      accountId === null
        ? [app.acme?.config.email ?? '']
        : await listNoticeEmails(trx, accountId, 'CERTIFICATE_FAILING')
    for (const to of recipients) await app.mailer.sendMail(trx, { ...content, to })
    if (accountId === null) return
    await addNotice(
      { trx, tell, source: asSystem(app) },
      {
        of: { accountId },
        facts: { kind: 'CERTIFICATE_FAILING', name, expiresAt: expiresAt.toISOString(), reason, advice },
        subjectIds: [id],
        key: `${id}:${expiresAt.getTime()}`,
      },
    )
  })
}
