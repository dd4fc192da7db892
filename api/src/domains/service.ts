import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { lockAccountFor } from '../accounts/service.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize, authorizeOn } from '../auth/authorize.ts'
import { lockAllowance } from '../billing/service.ts'
import { isUniqueViolation } from '../db/faults.ts'
import { notFound } from '../errors.ts'
import { subscribeToAccount } from '../events/subscribe.ts'
import { announceEndOfGateways, endGatewaysOn } from '../gateways/lifecycle.ts'
import type { AddDomainInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { listOfferedDomains } from '../site/service.ts'
import { verification } from './jobs.ts'
import * as repository from './repository.ts'
import { domainAdded, getTunnelHost, parseDomain, type Domain } from './rules.ts'

/** Adds a custom domain, pending until one of its records is found. */
export async function addDomain(context: RequestContext, input: AddDomainInput): Promise<Domain> {
  const { accountId } = input
  await authorize(context, 'manageDomains', accountId)
  const offered = await listOfferedDomains(context.db)
  const name = parseDomain(input.domain, [
    getTunnelHost(context.config.tunnelUrl),
    ...offered.map(({ domain }) => domain),
  ])
  const now = context.clock.now()
  const domain: Domain = {
    id: randomUUIDv7(),
    accountId,
    domain: name,
    // Not from the clock, as ids are: whoever guesses it could prove what is not theirs.
    verificationToken: randomUUID(),
    status: 'pending',
    verifyingSince: null,
    lastCheckMessage: null,
    lastCheckedAt: null,
    failedChecks: 0,
    lastCheckDueAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }

  await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageDomains', accountId)
    await lockAllowance(
      trx,
      accountId,
      'domains',
      async () => (await repository.countDomains(trx, [accountId])).get(accountId) ?? 0,
    )
    try {
      await repository.insertDomain(trx, domain)
    } catch (error) {
      throw isUniqueViolation(error, 'domains_live') ? domainAdded(name) : error
    }
    await recordAudit(trx, context, { action: 'domain.added', ...describeObject(domain) })
  })

  announceChange(context, domain)
  return domain
}

/** Asks for a check of the domain's records, which runs in the background; asking again while it runs starts no second one. */
export async function verifyDomain(context: RequestContext, id: string): Promise<Domain> {
  const { accountId } = await authorizeOn(context, 'manageDomains', 'domain', () =>
    repository.findDomain(context.db, id),
  )
  await context.rateLimiter.check('verifyDomainOfAccount', accountId)
  const now = context.clock.now()

  const domain = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'manageDomains', accountId)
    const marked = await repository.markVerifying(trx, id, now)
    if (!marked) throw notFound('domain')
    await context.jobs.enqueue(trx, { kind: verification, payload: { domainId: id }, runAt: now, key: id })
    await recordAudit(trx, context, { action: 'domain.verification_requested', ...describeObject(marked) })
    return marked
  })

  announceChange(context, domain)
  return domain
}

/** Deletes a domain; the gateways on it end with it. */
export async function deleteDomain(context: RequestContext, id: string): Promise<Domain> {
  const { accountId } = await authorizeOn(context, 'manageDomains', 'domain', () =>
    repository.findDomain(context.db, id),
  )
  const now = context.clock.now()

  const { domain, ended } = await context.db.transaction().execute(async (trx) => {
    // A gateway that is created on this domain holds the same lock: it ends here, or finds no domain.
    await lockAccountFor(trx, context, 'manageDomains', accountId)
    const deleted = await repository.deleteDomain(trx, id, now)
    if (!deleted) throw notFound('domain')
    const endedGateways = await endGatewaysOn(trx, context, [id])
    await recordAudit(trx, context, { action: 'domain.deleted', ...describeObject(deleted) })
    return { domain: deleted, ended: endedGateways }
  })

  announceEndOfGateways(context.events, ended)
  announceChange(context, domain)
  return domain
}

/** A domain after each change. */
export async function subscribeToDomainChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'domainChanged', accountId, ({ domainId }) =>
    repository.findDomain(context.db, domainId),
  )
}

function describeObject({ id, accountId, domain }: Domain) {
  return { accountId, objectType: 'domain', objectId: id, objectName: domain }
}

function announceChange({ events }: App, { accountId, id }: Domain): void {
  events.publish('domainChanged', accountId, { domainId: id })
  events.publish('accountChanged', accountId, { accountId })
}
