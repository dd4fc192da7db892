import { randomUUIDv7 } from 'node:crypto'
import type { CreateGatewayInput, UpdateGatewayInput } from '../../generated/schema.ts'
import { type Connection, parseSlice, type SliceArgs } from '../../ground/connections.ts'
import { AppError, badInput, notFound } from '../../ground/errors.ts'
import { authorize, authorizeOn, findReadable } from '../../platform/access/authorize.ts'
import { subscribeToAccount } from '../../platform/access/subscribe.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { recordAudit, recordAudits } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { cutRows } from '../../platform/db/rows.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import type { Cascade, Ending } from '../../platform/endings.ts'
import type { Account } from '../accounts/rules.ts'
import { isInForeignNamespace, lockAccountFor } from '../accounts/service.ts'
import { reviewCertificates } from '../certificates/wanted.ts'
import { getTunnelHost } from '../domains/rules.ts'
import { findDomainOf, findNearerHolder } from '../domains/service.ts'
import { lockUnblocked } from '../hostname-blocks/service.ts'
import { checkAllowance } from '../plans/service.ts'
import { listOfferedDomains } from '../site/service.ts'
import { announce } from '../webhooks/events.ts'
import { describeEvent } from './events.ts'
import * as repository from './repository.ts'
import {
  buildSubdomain,
  changeGateway,
  describeObject,
  heldBackSince,
  hostnameHeldBack,
  type Gateway,
  type GatewayAddress,
  heldInside,
  hostnameTaken,
  notVerified,
  parseAddress,
} from './rules.ts'

export {
  findGateway,
  findGatewaysAt,
  findLiveGateway,
  findReservedHostnames,
  findSuspendedHostnames,
} from './repository.ts'

/** Reserves a hostname on an offered domain, or on a verified domain of the account. */
export async function createGateway(context: RequestContext, input: CreateGatewayInput): Promise<Gateway> {
  const { accountId, name } = input
  await authorize(context, 'manageGateways', accountId)
  const offered = await listOfferedDomains(context.db)
  const address = parseAddress(
    input,
    offered.map(({ domain }) => domain),
    getTunnelHost(context.config.tunnelUrl),
  )
  const now = context.clock.now()

  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageGateways', accountId)
    const hostname = await getHostname(trx, account, { name, address }, now)
    await lockUnblocked(trx, hostname.subdomain)
    await checkAllowance(trx, account, 'maxSubpoints', (ids) => repository.countGateways(trx, ids))
    const created = {
      id: randomUUIDv7(),
      accountId,
      name,
      ...hostname,
      description: null,
      createdAt: now,
      deletedAt: null,
    }
    await refuseDuplicates(repository.insertGateway(trx, created), {
      gateways_live_subdomain: () => hostnameTaken(hostname.subdomain, address.kind),
    })
    // After the insertion, which waits for a deletion that is under way. The holder of a custom domain has proven it.
    if (address.kind === 'subpoint' && (await isHeldBack(trx, created.subdomain, accountId, now))) {
      throw hostnameHeldBack(created.subdomain)
    }
    await recordAudit(trx, context, { action: 'gateway.created', ...describeObject(created) })
    await reviewCertificates(context, trx, { names: [created.subdomain] })
    await announce(trx, now, [describeEvent('GATEWAY_CREATED', created)])
    notifyChange(tell, created)
    return created
  })
}

/** Reports whether a hostname on an offered domain was another account's gateway until recently. */
export async function isHeldBack(db: Db, hostname: string, accountId: string, now: Date): Promise<boolean> {
  return await repository.isHeldBack(db, hostname, accountId, heldBackSince(now))
}

/** Returns a part of an account's live gateways. The account was authorized when it was loaded. */
export async function connectGateways(
  { db }: RequestContext,
  accountId: string,
  args: SliceArgs,
): Promise<Connection<Gateway>> {
  const slice = parseSlice({ field: 'Account.gatewaysConnection', owner: accountId }, args)
  return await repository.connectGateways(db, accountId, slice)
}

/** Returns a gateway, live or deleted, of any account that the viewer may read; null where there is none. */
export async function findReadableGateway(context: RequestContext, id: string): Promise<Gateway | null> {
  return await findReadable(context, () => context.loaders.gateway.load(id))
}

/** Returns a gateway, live or deleted; null when it is not the account's, which was authorized when it was loaded. */
export async function findOwnGateway(
  { loaders }: RequestContext,
  accountId: string,
  id: string,
): Promise<Gateway | null> {
  const gateway = await loaders.gateway.load(id)
  return gateway?.accountId === accountId ? gateway : null
}

/** Changes the name or the description of a gateway. Its hostname stays as it is. */
export async function updateGateway(context: RequestContext, input: UpdateGatewayInput): Promise<Gateway> {
  const { accountId } = await authorizeOnGateway(context, input.id)
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageGateways', accountId, { gatewayId: input.id })
    const before = await repository.findGateway(trx, input.id)
    if (!before || before.deletedAt !== null) throw notFound('gateway')
    const wanted = changeGateway(before, input)
    const changes = listChanges(['name', 'description'], before, wanted)
    if (!changes) return before
    const after = await repository.updateGateway(trx, input.id, wanted)
    if (!after) throw notFound('gateway')
    await recordAudit(trx, context, { action: 'gateway.updated', ...describeObject(after), changes })
    await announce(trx, context.clock.now(), [describeEvent('GATEWAY_UPDATED', after)])
    notifyChange(tell, after)
    return after
  })
}

/** Releases a hostname, which is kept from other accounts for a while, and ends the agent bound to it. */
export async function deleteGateway(context: RequestContext, id: string): Promise<Gateway> {
  const { accountId } = await authorizeOnGateway(context, id)
  return await context.change(async (trx, tell) => {
    // An agent that starts on this gateway holds the same lock: it is ended here, or finds no gateway.
    await lockAccountFor(trx, context, 'manageGateways', accountId, { gatewayId: id })
    const deleted = await repository.deleteGateway(trx, id, context.clock.now())
    if (!deleted) throw notFound('gateway')
    await finishDeletions({ trx, tell, source: context, endDependents: context.endDependents }, [deleted])
    return deleted
  })
}

/**
 * Deletes every gateway on custom domains that end. Hold the locks of their accounts: an agent that starts meanwhile then
 * finds no gateway.
 */
export async function deleteGatewaysOn(
  ending: Cascade,
  { domainIds }: { domainIds: readonly string[] },
): Promise<void> {
  await finishDeletions(ending, await repository.deleteGatewaysOn(ending.trx, domainIds, ending.source.clock.now()))
}

/**
 * Deletes every gateway that another account has on a name within a domain, by a domain of its own above it: such names are the nearer
 * holder's. Hold the locks of the accounts that have those.
 */
export async function deleteGatewaysInside(
  ending: Cascade,
  holder: { domain: string; accountId: string },
): Promise<void> {
  await finishDeletions(ending, await repository.deleteGatewaysInside(ending.trx, holder, ending.source.clock.now()))
}

/** Deletes an account's gateways: their hostnames are free again after a while. Their agents end with the account. */
export async function deleteGatewaysOf({ trx, source }: Ending, { accountId }: { accountId: string }): Promise<void> {
  await repository.deleteGatewaysOf(trx, accountId, source.clock.now())
}

/** Finds the gateway that a member names by its name or its hostname, to start an agent on it. */
export async function getGatewayForTunnel(db: Db, accountId: string, text: string): Promise<Gateway> {
  const wanted = text.trim().toLowerCase()
  const [gateway, second] = await repository.findGatewaysByNameOrHostname(db, accountId, wanted)
  if (!gateway) {
    throw new AppError(
      'NOT_FOUND',
      `This account has no gateway "${wanted}". Reserve it on the dashboard's Gateway page, or leave it out for a random hostname.`,
      { field: 'gateway' },
    )
  }
  if (second) {
    throw badInput(
      'gateway',
      `Several gateways are named "${wanted}". Give the full hostname, for example ${gateway.subdomain}.`,
    )
  }
  // A domain may have been lost since the gateway was reserved on it.
  if (gateway.domainId !== null && !(await findDomainOf(db, accountId, gateway.subdomain))) {
    throw notVerified(gateway.subdomain, 'gateway')
  }
  return gateway
}

/** Yields a gateway after each change. */
export async function subscribeToGatewayChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'gatewayChanged', accountId, {
    action: 'viewAccount',
    load: ({ gatewayId }, { loaders }) => loaders.gateway.load(gatewayId),
  })
}

async function authorizeOnGateway(context: RequestContext, gatewayId: string): Promise<Gateway> {
  const find = () => repository.findGateway(context.db, gatewayId)
  return await authorizeOn(context, 'manageGateways', 'gateway', find, () => ({ gatewayId }))
}

/** Returns the hostname of a new gateway. Deleting a domain takes the same lock. */
async function getHostname(
  trx: Trx,
  account: Account,
  { name, address }: { name: string; address: GatewayAddress },
  now: Date,
): Promise<{ subdomain: string; domainId: string | null }> {
  if (address.kind === 'subpoint') {
    const subdomain = buildSubdomain(name, account.namespace, address.domain)
    const [label = ''] = subdomain.split('.')
    const isForeign =
      (await isInForeignNamespace(trx, label, account, now)) ||
      // A random hostname that another account's agent has for its session.
      ((await repository.findAgentAccount(trx, subdomain)) ?? account.id) !== account.id
    if (isForeign) throw hostnameTaken(subdomain, address.kind)
    return { subdomain, domainId: null }
  }
  const domain = await findDomainOf(trx, account.id, address.hostname)
  if (!domain) throw notVerified(address.hostname)
  const nearer = await findNearerHolder(trx, account.id, address.hostname, domain)
  if (nearer) throw heldInside(address.hostname, nearer)
  return { subdomain: address.hostname, domainId: domain.id }
}

/** Records that gateways were deleted, and ends their agents: in parts, because a plan may allow any number of them. */
async function finishDeletions(ending: Cascade, deleted: readonly Gateway[]): Promise<void> {
  for (const gateways of cutRows(deleted)) await finishPart(ending, gateways)
}

async function finishPart(ending: Cascade, gateways: readonly Gateway[]): Promise<void> {
  const { trx, tell, source } = ending
  await recordAudits(
    trx,
    source,
    gateways.map((gateway) => ({ action: 'gateway.deleted', ...describeObject(gateway) })),
  )
  await ending.endDependents(ending, 'gateways', { gatewayIds: gateways.map(({ id }) => id) })
  await announce(
    trx,
    source.clock.now(),
    gateways.map((gateway) => describeEvent('GATEWAY_DELETED', gateway)),
  )
  for (const gateway of gateways) notifyChange(tell, gateway)
}

function notifyChange(tell: Tell, { accountId, id }: Gateway): void {
  tell('gatewayChanged', accountId, { gatewayId: id })
  tell('accountChanged', accountId, { accountId })
}
