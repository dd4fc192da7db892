import { listMemberEmails, lockAccount } from '../accounts/service.ts'
import type { App } from '../app.ts'
import { asSystem, recordAudit } from '../audit/service.ts'
import type { Trx } from '../db/db.ts'
import { isUniqueViolation } from '../db/faults.ts'
import { checkDomain, type DomainCheck } from '../dns/domain-check.ts'
import { announceEndOfGateways, endGatewaysOn, type EndedGateways } from '../gateways/lifecycle.ts'
import { renderDomainFailing } from '../mail/templates.ts'
import { permissions } from '../permissions.ts'
import { getMailSite } from '../site/service.ts'
import * as repository from './repository.ts'
import {
  awaitsDailyCheck,
  failedChecksMax,
  getTunnelHost,
  heldByAnother,
  listRecords,
  settleCheck,
  type Domain,
} from './rules.ts'

/** Does the check that somebody asked for. Rejects where a question got no answer, so that it is tried again, except at the last time. */
export async function verify(app: App, domainId: string, isLastAttempt: boolean): Promise<void> {
  const domain = await repository.findDomain(app.db, domainId)
  if (!domain || domain.deletedAt !== null) return
  const check = await lookUp(app, domain)
  if (check.outcome === 'unknown' && !isLastAttempt) throw new Error(check.sentence)
  await settle(app, domain, check, null)
}

/**
 * Does the daily check of a verified domain that was due at an instant; done twice, it counts once. Where questions get no
 * answer until the end, the day counts neither for nor against the domain.
 */
export async function checkAgain(app: App, domainId: string, dueAt: Date, isLastAttempt: boolean): Promise<void> {
  const domain = await repository.findDomain(app.db, domainId)
  if (!domain || !awaitsDailyCheck(domain, dueAt)) return
  const check = await lookUp(app, domain)
  if (check.outcome === 'unknown' && !isLastAttempt) throw new Error(check.sentence)
  await settle(app, domain, check, dueAt)
}

async function lookUp({ dns, config }: App, { domain, verificationToken }: Domain): Promise<DomainCheck> {
  return await checkDomain(dns, { domain, token: verificationToken, tunnelHost: getTunnelHost(config.tunnelUrl) })
}

/** Writes a check's result, unless another account got hold of the domain first: then that is the result. */
async function settle(app: App, { id, domain }: Domain, check: DomainCheck, dueAt: Date | null): Promise<void> {
  const settleAs = async (found: DomainCheck) =>
    await app.db.transaction().execute((trx) => writeResult(app, trx, id, found, dueAt))
  let settled: Settled | undefined
  try {
    settled = await settleAs(check)
  } catch (error) {
    if (!isUniqueViolation(error, 'domains_verified')) throw error
    settled = await settleAs({ ...check, outcome: 'failed', sentence: heldByAnother(domain) })
  }
  if (!settled) return
  announceEndOfGateways(app.events, settled.ended)
  const { accountId } = settled.domain
  app.events.publish('domainChanged', accountId, { domainId: id })
}

interface Settled {
  domain: Domain
  ended: EndedGateways
}

async function writeResult(
  app: App,
  trx: Trx,
  id: string,
  { outcome, sentence }: DomainCheck,
  dueAt: Date | null,
): Promise<Settled | undefined> {
  const before = await lockDomain(trx, id)
  // Another node may have done the same daily check meanwhile.
  if (!before || (dueAt !== null && !awaitsDailyCheck(before, dueAt))) return undefined
  const now = app.clock.now()
  const result = outcome === 'unknown' ? undefined : settleCheck(before, outcome, dueAt !== null)
  const domain = await repository.updateChecked(trx, id, before.status, {
    ...(result && { status: result.status, failedChecks: result.failedChecks }),
    ...(dueAt === null ? { verifyingSince: null } : { lastCheckDueAt: dueAt }),
    lastCheckMessage: sentence,
    lastCheckedAt: now,
    updatedAt: now,
  })
  if (!domain) return undefined
  if (result?.warns) await warnManagers(app, trx, domain, sentence)
  if (domain.status === before.status) return { domain, ended: [] }
  await recordAudit(trx, asSystem(app), {
    action: `domain.${domain.status}`,
    accountId: domain.accountId,
    objectType: 'domain',
    objectId: id,
    objectName: domain.domain,
    changes: { status: { from: before.status, to: domain.status } },
  })
  return { domain, ended: domain.status === 'verified' ? await endFormerGateways(app, trx, domain) : [] }
}

/**
 * Locks the accounts that have the domain, always in the same order, and reads the domain behind the locks. Undefined when it
 * is gone.
 */
async function lockDomain(trx: Trx, id: string): Promise<Domain | undefined> {
  const known = await repository.findDomain(trx, id)
  if (!known) return undefined
  const named = await repository.listDomainsNamed(trx, known.domain)
  if (!named.some((domain) => domain.id === id)) return undefined
  for (const accountId of named.map((domain) => domain.accountId).toSorted()) await lockAccount(trx, accountId)
  const locked = await repository.findDomain(trx, id)
  return locked?.deletedAt === null ? locked : undefined
}

/** Gateways of accounts that held the domain before and lost it: its hostnames belong to the new holder. */
async function endFormerGateways(app: App, trx: Trx, { id, domain }: Domain): Promise<EndedGateways> {
  const others = (await repository.listDomainsNamed(trx, domain)).filter((other) => other.id !== id)
  return await endGatewaysOn(
    trx,
    asSystem(app),
    others.map((other) => other.id),
  )
}

async function warnManagers(app: App, trx: Trx, domain: Domain, found: string): Promise<void> {
  const [record] = listRecords(domain, getTunnelHost(app.config.tunnelUrl))
  const { name: accountName } = await lockAccount(trx, domain.accountId)
  const content = renderDomainFailing(await getMailSite({ db: trx, config: app.config }), {
    domain: domain.domain,
    accountName,
    found,
    record,
    checksLeft: failedChecksMax - domain.failedChecks,
  })
  for (const to of await listMemberEmails(trx, domain.accountId, permissions.manageDomains.roles)) {
    await app.mailer.sendMail(trx, { ...content, to })
  }
}
