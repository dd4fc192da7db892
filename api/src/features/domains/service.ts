import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { AccountDomainsConnectionArgs, AddDomainInput } from '../../generated/schema.ts'
import { type Connection, parseSlice } from '../../ground/connections.ts'
import { notFound } from '../../ground/errors.ts'
import { authorize, authorizeOn, findReadable } from '../../platform/access/authorize.ts'
import { subscribeToAccount } from '../../platform/access/subscribe.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import type { Ending } from '../../platform/endings.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { checkAllowance } from '../plans/service.ts'
import { listOfferedDomains } from '../site/service.ts'
import { verification } from './jobs.ts'
import { announce } from '../webhooks/events.ts'
import { describeEvent } from './events.ts'
import * as repository from './repository.ts'
import { type Domain, domainAdded, getTunnelHost, listDomainsAbove, parseDomain } from './rules.ts'

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
    // Random, unlike ids, which contain the time: an account that guessed it could prove a domain that is not its own.
    verificationToken: randomUUID(),
    status: 'pending',
    verifyingSince: null,
    lastCheckMessage: null,
    lastCheckedAt: null,
    failedChecks: 0,
    lastCheckDueAt: null,
    cnameFound: null,
    txtFound: null,
    findings: [],
    bareCnameUntil: null,
    bareCnameNotices: 0,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }

  await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageDomains', accountId)
    await checkAllowance(trx, account, 'maxDomains', (ids) => repository.countDomains(trx, ids))
    await refuseDuplicates(repository.insertDomain(trx, domain), { domains_live: () => domainAdded(name) })
    await recordAudit(trx, context, { action: 'domain.added', ...describeObject(domain) })
    await announce(trx, now, [describeEvent('DOMAIN_ADDED', domain)])
    notifyChange(tell, domain)
  })
  return domain
}

/** Returns a part of an account's domains, newest first. The account was authorized when it was loaded. */
export async function connectDomains(
  { db }: RequestContext,
  accountId: string,
  { status, ...args }: AccountDomainsConnectionArgs,
): Promise<Connection<Domain>> {
  const list = { field: 'Account.domainsConnection', owner: accountId, filter: { status } }
  return await repository.connectDomains(db, accountId, status, parseSlice(list, args))
}

/** Returns a domain, live or deleted, of any account that the viewer may read; null where there is none. */
export async function findReadableDomain(context: RequestContext, id: string): Promise<Domain | null> {
  return await findReadable(context, () => context.loaders.domain.load(id))
}

/** Requests a check of the domain's records, which runs in the background; another request while it runs starts no second one. */
export async function verifyDomain(context: RequestContext, id: string): Promise<Domain> {
  const { accountId } = await authorizeOn(context, 'manageDomains', 'domain', () =>
    repository.findDomain(context.db, id),
  )
  await context.rateLimiter.check('verifyDomainOfAccount', accountId)
  const now = context.clock.now()

  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageDomains', accountId)
    const marked = await repository.markVerifying(trx, id, now)
    if (!marked) throw notFound('domain')
    await enqueue(trx, { kind: verification, payload: { domainId: id }, now, key: id })
    await recordAudit(trx, context, { action: 'domain.verification_requested', ...describeObject(marked) })
    notifyChange(tell, marked)
    return marked
  })
}

/** Deletes a domain; the gateways on it end with it. */
export async function deleteDomain(context: RequestContext, id: string): Promise<Domain> {
  const { accountId } = await authorizeOn(context, 'manageDomains', 'domain', () =>
    repository.findDomain(context.db, id),
  )
  const now = context.clock.now()

  return await context.change(async (trx, tell) => {
    // A gateway that is created on this domain holds the same lock: it ends here, or finds no domain.
    await lockAccountFor(trx, context, 'manageDomains', accountId)
    const deleted = await repository.deleteDomain(trx, id, now)
    if (!deleted) throw notFound('domain')
    await context.endDependents({ trx, tell, source: context }, 'domains', { domainIds: [id] })
    await recordAudit(trx, context, { action: 'domain.deleted', ...describeObject(deleted) })
    await announce(trx, now, [describeEvent('DOMAIN_DELETED', deleted)])
    notifyChange(tell, deleted)
    return deleted
  })
}

/** Finds a domain that was not deleted, with its account locked. Throws NOT_FOUND. */
export async function getLiveDomain(trx: Trx, id: string): Promise<Domain> {
  const domain = await repository.findDomain(trx, id)
  if (domain?.deletedAt !== null) throw notFound('domain')
  return domain
}

/** Deletes an account's domains. The gateways on them end with the account. */
export async function deleteDomainsOf({ trx, source }: Ending, { accountId }: { accountId: string }): Promise<void> {
  await repository.deleteDomainsOf(trx, accountId, source.clock.now())
}

/** Yields a domain after each change. */
export async function subscribeToDomainChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'domainChanged', accountId, {
    action: 'viewAccount',
    load: ({ domainId }, { loaders }) => loaders.domain.load(domainId),
  })
}

function describeObject({ id, accountId, domain }: Domain) {
  return { accountId, objectType: 'domain' as const, objectId: id, objectName: domain }
}

function notifyChange(tell: Tell, { accountId, id }: Domain): void {
  tell('domainChanged', accountId, { domainId: id })
  tell('accountChanged', accountId, { accountId })
}

/** Finds the account's verified domain that a hostname is on: the nearest, if there are several. */
export async function findDomainOf(db: Db, accountId: string, hostname: string): Promise<Domain | undefined> {
  const found = await repository.listVerifiedAmong(db, accountId, listDomainsAbove(hostname))
  return found.toSorted((a, b) => b.domain.length - a.domain.length)[0]
}

/** Finds the domain of another account that a hostname is on, if that is nearer than the account's own. */
export async function findNearerHolder(
  db: Db,
  accountId: string,
  hostname: string,
  own: Domain,
): Promise<string | undefined> {
  const nearer = listDomainsAbove(hostname).filter((name) => name.length > own.domain.length)
  return await repository.findVerifiedOfOthers(db, accountId, nearer)
}
