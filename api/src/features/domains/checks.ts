import { accountHostname } from '@culvert/schema/names'
import type { DnsRecord, DomainFinding } from '../../generated/schema.ts'
import { permissions } from '../../platform/access/permissions.ts'
import type { App } from '../../platform/app.ts'
import { asSystem, recordAudit } from '../../platform/audit/service.ts'
import type { Trx } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { boundLookUps } from '../../platform/dns/bounds.ts'
import { checkDomain, type DomainCheck } from '../../platform/dns/domain-check.ts'
import type { Ending } from '../../platform/endings.ts'
import type { MailContent, MailSite } from '../../platform/mail/letter.ts'
import { renderDomainFailing, renderDomainRecordChanges } from '../../platform/mail/notices.ts'
import { findAccount, listMemberEmails, lockAccount } from '../accounts/service.ts'
import { findIssuer } from '../certificates/issuer.ts'
import { reviewCertificates } from '../certificates/wanted.ts'
import { addNotice } from '../notices/service.ts'
import { listNoticeEmails } from '../notices/mails.ts'
import type { NoticeFacts } from '../notices/table.ts'
import { getMailSite } from '../site/service.ts'
import { examine } from './doctor/examine.ts'
import { announce } from '../webhooks/events.ts'
import { describeEvent } from './events.ts'
import * as repository from './repository.ts'
import {
  awaitsDailyCheck,
  countNoticesDue,
  failedChecksMax,
  getRegisteredName,
  getTunnelHost,
  heldByAnother,
  listDomainsAbove,
  listRecords,
  settleCheck,
  acceptsBareCname,
  type Domain,
} from './rules.ts'

/** Runs a requested check. */
export async function verify(app: App, domainId: string, isLastAttempt: boolean): Promise<void> {
  const domain = await repository.findDomain(app.db, domainId)
  if (!domain || domain.deletedAt !== null) return
  const examined = await lookUp(app, domain, isLastAttempt)
  if (examined) await settle(app, domain, examined, null)
}

/**
 * Runs the daily check of a verified domain that was due at an instant; if it runs twice, it counts once. If queries get no
 * answer in any attempt, the day counts neither for nor against the domain.
 */
export async function checkAgain(app: App, domainId: string, dueAt: Date, isLastAttempt: boolean): Promise<void> {
  const domain = await repository.findDomain(app.db, domainId)
  if (!domain || !awaitsDailyCheck(domain, dueAt, app.clock.now())) return
  const examined = await lookUp(app, domain, isLastAttempt)
  if (examined) await settle(app, domain, examined, dueAt)
}

/** The maximum number of queries that a check sends to name servers, and how long they may take. */
const bounds = { lookUpsMax: 40, timeMs: 15_000 }

/** Whether a domain is proven, and what else was found about it. */
interface Examined extends DomainCheck {
  findings: DomainFinding[]
}

/** Undefined if the account is gone. Rejects if a query got no answer, so that the check is tried again, except at the last attempt. */
async function lookUp(app: App, checked: Domain, isLastAttempt: boolean): Promise<Examined | undefined> {
  const { db, config, clock } = app
  const { domain, accountId, verificationToken: token } = checked
  const account = await findAccount(db, accountId)
  if (!account) return undefined
  const tunnelHost = getTunnelHost(config.tunnelUrl)
  const [, ...above] = listDomainsAbove(domain)
  const proof = {
    domain,
    token,
    tunnelHost,
    target: accountHostname(account.key, tunnelHost),
    foreignParent: await repository.findVerifiedOfOthers(db, accountId, above),
    acceptsBareCname: acceptsBareCname(checked, clock.now()),
  }
  const dns = boundLookUps(app.dns, bounds)
  const check = await checkDomain(dns, proof)
  if (check.outcome === 'unknown' && !isLastAttempt) throw new Error(check.sentence)
  const subject = { ...proof, check, registered: getRegisteredName(domain), issuer: await findIssuer(app) }
  return { ...check, findings: await examine(dns, subject) }
}

/** Stores a check's result, unless another account has verified the domain meanwhile: then that is the result. */
async function settle(app: App, { id, domain }: Domain, examined: Examined, dueAt: Date | null): Promise<void> {
  const settleAs = async (found: Examined) =>
    await app.change((trx, tell) => writeResult(app, { trx, tell, source: asSystem(app) }, id, found, dueAt))
  try {
    await settleAs(examined)
  } catch (error) {
    if (!isUniqueViolation(error, 'domains_verified')) throw error
    await settleAs({ ...examined, outcome: 'failed', sentence: heldByAnother(domain) })
  }
}

async function writeResult(
  app: App,
  ending: Ending,
  id: string,
  { outcome, sentence, records, isBare, findings }: Examined,
  dueAt: Date | null,
): Promise<void> {
  const { trx, tell, source } = ending
  const before = await lockDomain(trx, id)
  const now = app.clock.now()
  // Another node may have run the same daily check meanwhile.
  if (!before || (dueAt !== null && !awaitsDailyCheck(before, dueAt, now))) return
  const result = outcome === 'unknown' ? undefined : settleCheck(before, outcome, dueAt !== null)
  const [cname, txt] = records
  const domain = await repository.updateChecked(trx, id, before.status, {
    cnameFound: cname.found,
    txtFound: txt.found,
    findings: JSON.stringify(findings),
    // Once another record proves the domain, or it is lost, the old record never counts again.
    ...(outcome === 'verified' && !isBare && { bareCnameUntil: null }),
    ...(result?.status === 'failed' && { bareCnameUntil: null }),
    ...(result && { status: result.status, failedChecks: result.failedChecks }),
    ...(dueAt === null ? { verifyingSince: null } : { lastCheckDueAt: dueAt }),
    lastCheckMessage: sentence,
    lastCheckedAt: now,
    updatedAt: now,
  })
  if (!domain) return
  tell('domainChanged', domain.accountId, { domainId: id })
  if (result?.warns) await warnManagers(app, trx, domain, sentence)
  if (isBare) await mailRecordChange(app, trx, domain)
  if (result?.warns) {
    const checksLeft = failedChecksMax - domain.failedChecks
    await note(ending, domain, { kind: 'DOMAIN_FAILING', domain: domain.domain, found: sentence, checksLeft })
  }
  if (domain.status === before.status) return
  await recordAudit(trx, source, {
    action: `domain.${domain.status}`,
    accountId: domain.accountId,
    objectType: 'domain',
    objectId: id,
    objectName: domain.domain,
    changes: { status: { from: before.status, to: domain.status } },
  })
  if (domain.status === 'verified') {
    await announce(trx, now, [describeEvent('DOMAIN_VERIFIED', domain)])
    await endWithFormerHolders(app, ending, domain)
  }
  await reviewCertificates(app, trx, { domainIds: [id] })
  if (before.status === 'verified') {
    await app.endDependents(ending, 'domainProof', { domainIds: [id] })
    await note(ending, domain, { kind: 'DOMAIN_FAILED', domain: domain.domain, found: sentence })
  }
}

async function note(ending: Ending, { id, accountId }: Domain, facts: NoticeFacts): Promise<void> {
  await addNotice(ending, {
    of: { accountId },
    facts,
    subjectIds: [id],
    key: `${id}:${ending.source.clock.now().getTime()}`,
  })
}

/**
 * Locks the accounts that have the domain or one above it, always in the same order, and then reads the domain. Undefined
 * if it is gone.
 */
async function lockDomain(trx: Trx, id: string): Promise<Domain | undefined> {
  const known = await repository.findDomain(trx, id)
  if (!known) return undefined
  const named = await repository.listDomainsNamed(trx, listDomainsAbove(known.domain))
  if (!named.some((domain) => domain.id === id)) return undefined
  const accountIds = new Set(named.map(({ accountId }) => accountId))
  for (const accountId of [...accountIds].toSorted()) await lockAccount(trx, accountId)
  const locked = await repository.findDomain(trx, id)
  return locked?.deletedAt === null ? locked : undefined
}

/** Ends what others have on the domain, by the domain itself or by one above it: its hostnames belong to the new holder. */
async function endWithFormerHolders(app: App, ending: Ending, { id, domain, accountId }: Domain): Promise<void> {
  const others = (await repository.listDomainsNamed(ending.trx, [domain])).filter((other) => other.id !== id)
  await app.endDependents(ending, 'domains', { domainIds: others.map((other) => other.id) })
  await app.endDependents(ending, 'parentDomainClaims', { domain, accountId })
}

async function warnManagers(app: App, trx: Trx, domain: Domain, found: string): Promise<void> {
  const recipients = await listNoticeEmails(trx, domain.accountId, 'DOMAIN_FAILING')
  await writeTo(recipients, app, trx, domain, (site, accountName, record) =>
    renderDomainFailing(site, {
      domain: domain.domain,
      accountName,
      found,
      record,
      checksLeft: failedChecksMax - domain.failedChecks,
    }),
  )
}

/** Warns managers, at first and again near the end, that a domain's current record will stop counting. */
async function mailRecordChange(app: App, trx: Trx, domain: Domain): Promise<void> {
  const { id, bareCnameUntil, bareCnameNotices } = domain
  if (bareCnameUntil === null) return
  const due = countNoticesDue(bareCnameUntil, app.clock.now())
  if (bareCnameNotices >= due) return
  await repository.setBareCnameNotices(trx, id, due)
  const managers = await listMemberEmails(trx, domain.accountId, permissions.manageDomains.roles)
  await writeTo(managers, app, trx, domain, (site, accountName, record) =>
    renderDomainRecordChanges(site, { domain: domain.domain, accountName, record, until: bareCnameUntil }),
  )
}

async function writeTo(
  recipients: readonly string[],
  app: App,
  trx: Trx,
  domain: Domain,
  render: (site: MailSite, accountName: string, record: DnsRecord) => MailContent,
): Promise<void> {
  const { name, key } = await lockAccount(trx, domain.accountId)
  const [record] = listRecords(domain, accountHostname(key, getTunnelHost(app.config.tunnelUrl)))
  const content = render(await getMailSite({ db: trx, config: app.config }), name, record)
  for (const to of recipients) await app.mailer.sendMail(trx, { ...content, to })
}
