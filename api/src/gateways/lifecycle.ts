import { announceEnd, endAgents } from '../agents/lifecycle.ts'
import type { Agent } from '../agents/rules.ts'
import { recordAudit, type AuditSource } from '../audit/service.ts'
import type { Trx } from '../db/db.ts'
import type { Events } from '../events/events.ts'
import * as repository from './repository.ts'
import { describeObject, type Gateway } from './rules.ts'

/** Gateways that ended, each with the agents that ended with it. */
export type EndedGateways = { gateway: Gateway; agents: Agent[] }[]

/**
 * Ends every gateway on these custom domains, as part of the change that ends them. Hold the locks of their accounts: an
 * agent that starts meanwhile then finds no gateway. After the commit, announce them.
 */
export async function endGatewaysOn(
  trx: Trx,
  source: AuditSource,
  domainIds: readonly string[],
): Promise<EndedGateways> {
  const now = source.clock.now()
  const ended: EndedGateways = []
  for (const gateway of await repository.deleteGatewaysOn(trx, domainIds, now)) {
    await recordAudit(trx, source, { action: 'gateway.deleted', ...describeObject(gateway) })
    ended.push({ gateway, agents: await endAgents(trx, { gatewayId: gateway.id }, 'GATEWAY_DELETED', now) })
  }
  return ended
}

/** Tells edges and dashboards of gateways that ended. */
export function announceEndOfGateways(events: Events, ended: EndedGateways): void {
  for (const { gateway, agents } of ended) {
    for (const agent of agents) announceEnd(events, agent)
    events.publish('gatewayChanged', gateway.accountId, { gatewayId: gateway.id })
    events.publish('accountChanged', gateway.accountId, { accountId: gateway.accountId })
  }
}
