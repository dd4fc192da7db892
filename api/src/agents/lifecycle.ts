import { lockAccount } from '../accounts/service.ts'
import { lockAllowance } from '../billing/service.ts'
import type { Trx } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { Events } from '../events/events.ts'
import type { TunnelEndReason } from '../generated/schema.ts'
import * as repository from './repository.ts'
import type { Agent } from './rules.ts'

/** What ends together: one agent, all on a gateway, all that an AuthID, a user or a member started, or all of an account. */
export type AgentSelection =
  | { id: string }
  | { gatewayId: string }
  | { authTokenId: string }
  | { userId: string }
  | { accountId: string; userId: string }
  | { accountId: string }

/**
 * Ends agents for good, as part of the change that ends them. Returns those that were running: announce each after the
 * commit. One that was lost stays as it was, and can no longer come back.
 */
export async function endAgents(
  trx: Trx,
  selection: AgentSelection,
  reason: TunnelEndReason,
  now: Date,
): Promise<Agent[]> {
  const ended = await repository.moveAgents(trx, 'end', (eb) => eb.and(selection), {
    endReason: reason,
    stoppedAt: (eb) => eb.fn.coalesce('stoppedAt', eb.val(now)),
    edgeId: null,
  })
  return ended.filter((agent) => agent.status === 'inactive')
}

/** Makes room on a hostname: its agent, which has no tunnel any more, is lost for good. After the commit, announce it. */
export async function replaceAgent(trx: Trx, id: string, now: Date): Promise<Agent | undefined> {
  const changes = { endReason: 'REPLACED', stoppedAt: now } as const
  const [replaced] = await repository.moveAgents(trx, 'lose', (eb) => eb.and({ id }), changes)
  return replaced
}

/**
 * Brings back an agent that was lost, unless it is back already. Throws CONFLICT when its hostname is served by another
 * one, and PLAN_LIMIT_REACHED when its place was taken meanwhile.
 */
export async function reviveAgent(trx: Trx, agent: Agent, now: Date): Promise<Agent> {
  await lockAccount(trx, agent.accountId)
  const current = await repository.findAgent(trx, agent.id)
  if (current?.status === 'active') return current
  await lockAllowance(trx, agent.accountId, 'concurrentAgents', () => countActive(trx, agent.accountId))
  const holder = await repository.findHolder(trx, agent.assignedDomain)
  const [revived] = holder
    ? []
    : await repository.moveAgents(trx, 'return', (eb) => eb.and({ id: agent.id }), { stoppedAt: null, lastSeenAt: now })
  if (!revived)
    throw new AppError('CONFLICT', `${agent.assignedDomain} is served by another agent by now. Start a new one.`)
  return revived
}

/** How many agents of an account run. */
export async function countActive(trx: Trx, accountId: string): Promise<number> {
  return (await repository.countActiveAgents(trx, [accountId])).get(accountId) ?? 0
}

/** Tells who looks at an agent that its counters or its health moved. */
export function announceTraffic(events: Events, agent: Agent): void {
  events.publish('agentChanged', agent.accountId, { agentId: agent.id })
}

/** Tells who looks at an agent, its gateway or its account that the agent started, came back, or lost its tunnel. */
export function announceChange(events: Events, agent: Agent): void {
  events.publish('agentChanged', agent.accountId, { agentId: agent.id })
  if (agent.gatewayId !== null) events.publish('gatewayChanged', agent.accountId, { gatewayId: agent.gatewayId })
  events.publish('accountChanged', agent.accountId, { accountId: agent.accountId })
}

/** Tells the edges to close an agent's tunnel, and who looks at it that it ended. */
export function announceEnd(events: Events, agent: Agent): void {
  events.publish('tunnelEnded', 'edges', { agentId: agent.id, reason: agent.endReason ?? 'REPLACED' })
  announceChange(events, agent)
}
