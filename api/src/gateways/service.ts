import { randomUUIDv7 } from 'node:crypto'
import { lockAccountFor } from '../accounts/service.ts'
import { announceEnd, endAgents } from '../agents/lifecycle.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize, authorizeOn } from '../auth/authorize.ts'
import { lockAllowance } from '../billing/service.ts'
import type { Db, Trx } from '../db/db.ts'
import { isUniqueViolation } from '../db/faults.ts'
import { findDomainOf } from '../domains/ownership.ts'
import { AppError, notFound } from '../errors.ts'
import { subscribeToAccount } from '../events/subscribe.ts'
import type { CreateGatewayInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { listOfferedDomains } from '../site/service.ts'
import * as repository from './repository.ts'
import {
  buildSubdomain,
  describeObject,
  hostnameTaken,
  notVerified,
  parsePlace,
  type Gateway,
  type GatewayPlace,
} from './rules.ts'

export {
  deleteGatewaysOf,
  findGateway,
  findLiveGateway,
  findReservedHostnames,
  isSubdomainTaken as isHostnameReserved,
} from './repository.ts'

/** Reserves a hostname on an offered domain, or on a verified domain of the account. */
export async function createGateway(context: RequestContext, input: CreateGatewayInput): Promise<Gateway> {
  const { accountId, name } = input
  await authorize(context, 'manageGateways', accountId)
  const offered = await listOfferedDomains(context.db)
  const place = parsePlace(
    input,
    offered.map(({ domain }) => domain),
  )
  const now = context.clock.now()

  const gateway = await context.db.transaction().execute(async (trx) => {
    const { namespace } = await lockAccountFor(trx, context, 'manageGateways', accountId)
    const hostname = await getHostname(trx, accountId, { name, namespace, place })
    await lockAllowance(trx, accountId, 'gateways', () => countGateways(trx, accountId))
    const created = { id: randomUUIDv7(), accountId, name, ...hostname, createdAt: now, deletedAt: null }
    try {
      await repository.insertGateway(trx, created)
    } catch (error) {
      throw isUniqueViolation(error, 'gateways_live_subdomain') ? hostnameTaken(hostname.subdomain, place.kind) : error
    }
    await recordAudit(trx, context, { action: 'gateway.created', ...describeObject(created) })
    return created
  })

  announceChange(context, gateway)
  return gateway
}

/** Gives a hostname back and ends the agent bound to it. */
export async function deleteGateway(context: RequestContext, id: string): Promise<Gateway> {
  const { accountId } = await authorizeOn(context, 'manageGateways', 'gateway', () =>
    repository.findGateway(context.db, id),
  )
  const now = context.clock.now()

  const { gateway, endedAgents } = await context.db.transaction().execute(async (trx) => {
    // An agent that starts on this gateway holds the same lock: it is ended here, or finds no gateway.
    await lockAccountFor(trx, context, 'manageGateways', accountId)
    const deleted = await repository.deleteGateway(trx, id, now)
    if (!deleted) throw notFound('gateway')
    await recordAudit(trx, context, { action: 'gateway.deleted', ...describeObject(deleted) })
    return { gateway: deleted, endedAgents: await endAgents(trx, { gatewayId: id }, 'GATEWAY_DELETED', now) }
  })

  for (const agent of endedAgents) announceEnd(context.events, agent)
  announceChange(context, gateway)
  return gateway
}

/** The gateway that a member means by a name or a hostname, to start an agent on it. */
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
    throw new AppError(
      'BAD_USER_INPUT',
      `Several gateways are named "${wanted}". Give the full hostname, for example ${gateway.subdomain}.`,
      { field: 'gateway' },
    )
  }
  // A domain may have been lost since the gateway was reserved on it.
  if (gateway.domainId !== null && !(await findDomainOf(db, accountId, gateway.subdomain))) {
    throw notVerified(gateway.subdomain, 'gateway')
  }
  return gateway
}

/** A gateway after each change. */
export async function subscribeToGatewayChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'gatewayChanged', accountId, ({ gatewayId }) =>
    repository.findGateway(context.db, gatewayId),
  )
}

/** The hostname of a new gateway, behind the lock that deleting a domain takes too. */
async function getHostname(
  trx: Trx,
  accountId: string,
  { name, namespace, place }: { name: string; namespace: string; place: GatewayPlace },
): Promise<{ subdomain: string; domainId: string | null }> {
  if (place.kind === 'subpoint') return { subdomain: buildSubdomain(name, namespace, place.domain), domainId: null }
  const domain = await findDomainOf(trx, accountId, place.hostname)
  if (!domain) throw notVerified(place.hostname)
  return { subdomain: place.hostname, domainId: domain.id }
}

async function countGateways(trx: Trx, accountId: string): Promise<number> {
  return (await repository.countGateways(trx, [accountId])).get(accountId) ?? 0
}

function announceChange({ events }: App, { accountId, id }: Gateway): void {
  events.publish('gatewayChanged', accountId, { gatewayId: id })
  events.publish('accountChanged', accountId, { accountId })
}
