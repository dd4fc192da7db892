import { poolMax } from '@culvert/schema/tokens'
import type { AccountAgentsConnectionArgs, ReportAgentInput, TunnelEndReason } from '../../generated/schema.ts'
import { conflict, forbidden } from '../../ground/errors.ts'
import { type Connection, parseSlice } from '../../ground/connections.ts'
import type { Page } from '../../ground/pages.ts'
import type { Reach } from '../../platform/access/api-keys.ts'
import { authorize, authorizeOn, can, findReadable } from '../../platform/access/authorize.ts'
import { subscribeToAccount } from '../../platform/access/subscribe.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import type { Account } from '../accounts/rules.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { checkAllowance } from '../plans/service.ts'
import { announce } from '../webhooks/events.ts'
import { describeEvent } from './events.ts'
import * as repository from './repository.ts'
import {
  agentEnded,
  type Agent,
  agentPageMax,
  type AgentQuery,
  checkListed,
  checkListing,
  countersGrow,
  describeObject,
  type GatewaySessions,
  listedGatewaysMax,
  parseDays,
} from './rules.ts'
import { deleteSessions } from './session-repository.ts'
import { findAgentForRunner, isOwnAgent, lockAccountForRunner } from './runners.ts'

export { findAgent } from './repository.ts'

/** Returns one page of an account's agents. The account was authorized when it was loaded. */
export async function listAgents({ db }: RequestContext, accountId: string, query: AgentQuery): Promise<Page<Agent>> {
  checkListing(query)
  return await repository.listAgents(db, accountId, query)
}

/** Returns a part of an account's agents. Authorized as `listAgents` is. */
export async function connectAgents(
  { db }: RequestContext,
  accountId: string,
  { status, gatewayId, ...args }: AccountAgentsConnectionArgs,
): Promise<Connection<Agent>> {
  const filter = { status, gatewayId }
  checkListed(filter)
  const slice = parseSlice({ field: 'Account.agentsConnection', owner: accountId, filter }, args, agentPageMax)
  return await repository.connectAgents(db, accountId, filter, slice)
}

/** Returns an agent of any account that the viewer may read; null where there is none. */
export async function findReadableAgent(context: RequestContext, id: string): Promise<Agent | null> {
  return await findReadable(context, () => context.loaders.agent.load(id))
}

/** Returns an agent, running or ended; null when it is not the account's. Authorized as `listAgents` is. */
export async function findOwnAgent({ loaders }: RequestContext, accountId: string, id: string): Promise<Agent | null> {
  const agent = await loaders.agent.load(id)
  return agent?.accountId === accountId ? agent : null
}

/** Returns the agents that were started in a range of days, by gateway. The account was authorized when it was loaded. */
export async function listGatewaySessions(
  { db, clock }: RequestContext,
  accountId: string,
  days: { from: string; to: string },
): Promise<GatewaySessions[]> {
  return await repository.sumSessions(db, { accountId, ...parseDays(days), now: clock.now(), limit: listedGatewaysMax })
}

/** Takes an agent's cumulative counters; each report is a sign of life. */
export async function reportAgent(context: RequestContext, input: ReportAgentInput): Promise<Agent> {
  const known = await getOwnAgent(context, input.agentId)
  if (known.endReason !== null) return known
  if (known.status === 'error') await revive(context, known)
  const lastSeenAt = context.clock.now()
  const { requestCount, dataIn, dataOut } = input
  const raised = await context.changeAtOnce(async (db, tell) => {
    const agent = await repository.raiseCounters(db, { id: known.id, requestCount, dataIn, dataOut, lastSeenAt })
    if (agent && countersGrow(known, agent)) notifyTraffic(tell, agent)
    return agent
  })
  // If it ended between the two queries, the answer shows that.
  return raised ?? (await repository.findAgent(context.db, known.id)) ?? known
}

/** Ends an agent: the actor's own or, with permission, anyone's. Does nothing if it had already ended. */
export async function stopAgent(context: RequestContext, id: string): Promise<Agent> {
  const agent = await findAgentToStop(context, id)
  const action = stopping(context, agent)
  const ended = await context.change(async (trx, tell) => {
    if (context.actor.kind === 'agent-token') await lockAccountForRunner(trx, context, agent.accountId)
    else await lockAccountFor(trx, context, action, agent.accountId, toReach(agent))
    const [stopped] = await endAgents({ trx, tell, source: context }, { id }, 'STOPPED')
    if (stopped) await recordAudit(trx, context, { action: 'agent.stopped', ...describeObject(stopped) })
    return stopped
  })
  return ended ?? (await repository.findAgent(context.db, id)) ?? agent
}

/** Reports whether the viewer may stop an agent, and whether there is anything to stop. */
export async function canStopAgent(context: RequestContext, agent: Agent): Promise<boolean> {
  if (agent.status !== 'active') return false
  if (context.actor.kind === 'agent-token') return isOwnAgent(context.actor, agent)
  return await can(context, stopping(context, agent), agent.accountId, toReach(agent))
}

/** Finds an agent that the actor may stop. */
async function findAgentToStop(context: RequestContext, id: string): Promise<Agent> {
  // A key has no agents of its own.
  if (context.actor.kind === 'api-key') {
    return await authorizeOn(context, 'stopAnyAgent', 'agent', () => repository.findAgent(context.db, id), toReach)
  }
  const agent = await findAgentForRunner(context, id)
  if (!isOwnAgent(context.actor, agent)) await authorize(context, 'stopAnyAgent', agent.accountId, 'agent')
  return agent
}

/** Returns the action that the viewer needs permission for in order to stop an agent. */
function stopping({ actor }: RequestContext, agent: Agent): 'runOwnAgents' | 'stopAnyAgent' {
  return isOwnAgent(actor, agent) ? 'runOwnAgents' : 'stopAnyAgent'
}

function toReach({ gatewayId }: Agent): Reach {
  return { gatewayId }
}

/** Yields an agent after each change. */
export async function subscribeToAgentChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'agentChanged', accountId, {
    action: 'viewAccount',
    load: ({ agentId }, { loaders }) => loaders.agent.load(agentId),
  })
}

/**
 * A selection of agents that end together: one agent, all on gateways or a hostname, all that an AuthID, agent tokens, a user or a
 * member started, or all of an account.
 */
type AgentSelection =
  | { id: string }
  | { gatewayIds: readonly string[] }
  | { assignedDomain: string }
  | { authTokenId: string }
  | { agentTokenIds: readonly string[] }
  | { userId: string }
  | { accountId: string; userId: string }
  | { accountId: string }

/** Ends agents for good, and returns those that were running. One that was lost stays as it was, and can no longer come back. */
export async function endAgents(
  { trx, tell, source }: Ending,
  selection: AgentSelection,
  reason: TunnelEndReason,
): Promise<Agent[]> {
  const now = source.clock.now()
  const select: repository.AgentFilter = (eb) => {
    if ('agentTokenIds' in selection) return eb.and([eb('agentTokenId', 'in', selection.agentTokenIds)])
    if ('gatewayIds' in selection) return eb.and([eb('gatewayId', 'in', selection.gatewayIds)])
    return eb.and(selection)
  }
  const ended = await repository.transitionAgents(trx, 'end', select, {
    endReason: reason,
    stoppedAt: (eb) => eb.fn.coalesce('stoppedAt', eb.val(now)),
    connected: false,
  })
  await deleteSessions(
    trx,
    ended.map(({ id: agentId }) => agentId),
  )
  const stopped = ended.filter((agent) => agent.status === 'inactive')
  await announce(
    trx,
    now,
    stopped.map((agent) => describeEvent('AGENT_ENDED', agent)),
  )
  for (const agent of stopped) notifyEnd(tell, agent)
  return stopped
}

/** Returns a function that ends the agents of something that ends. */
export function endAgentsOf(reason: TunnelEndReason) {
  return async (ending: Ending, selection: AgentSelection): Promise<void> => {
    await endAgents(ending, selection, reason)
  }
}

/** Ends an agent that no longer has a tunnel, because a starting agent takes its hostname: it is lost permanently. */
export async function replaceAgent(trx: Trx, tell: Tell, id: string, now: Date): Promise<void> {
  const changes = { endReason: 'REPLACED', stoppedAt: now } as const
  const [replaced] = await repository.transitionAgents(trx, 'lose', (eb) => eb.and({ id }), changes)
  if (!replaced) return
  await announce(trx, now, [describeEvent('AGENT_ENDED', replaced)])
  notifyEnd(tell, replaced)
}

/**
 * Brings back an agent that was lost, unless it is back already. Throws CONFLICT if its hostname is served by another
 * agent, and PLAN_LIMIT_REACHED if its place was taken meanwhile.
 */
export async function reviveAgent(
  trx: Trx,
  tell: Tell,
  account: Locked<Account>,
  agent: Agent,
  now: Date,
): Promise<Agent> {
  const current = await repository.findAgent(trx, agent.id)
  if (current?.status === 'active') return current
  const holders = await repository.findHolders(trx, agent.assignedDomain)
  const hasRoom = agent.pool ? holders.length < poolMax && holders.every(({ pool }) => pool) : holders.length === 0
  if (!hasRoom) throw conflict(`${agent.assignedDomain} is served by another agent by now. Start a new one.`)
  await checkAllowance(trx, account, 'maxConcurrentAgents', (ids) => repository.countActiveAgents(trx, ids))
  const [revived] = await repository.transitionAgents(trx, 'return', (eb) => eb.and({ id: agent.id }), {
    stoppedAt: null,
    lastSeenAt: now,
  })
  if (!revived) throw agentEnded(current ?? agent)
  await announce(trx, now, [describeEvent('AGENT_RETURNED', revived)])
  notifyChange(tell, revived)
  return revived
}

/** Notifies the viewers of an agent that its counters or its health changed. */
export function notifyTraffic(tell: Tell, agent: Agent): void {
  tell('agentChanged', agent.accountId, { agentId: agent.id })
}

/** Notifies the viewers of an agent, its gateway or its account that the agent started, came back, or lost its tunnel. */
export function notifyChange(tell: Tell, agent: Agent): void {
  tell('agentChanged', agent.accountId, { agentId: agent.id })
  if (agent.gatewayId !== null) tell('gatewayChanged', agent.accountId, { gatewayId: agent.gatewayId })
  tell('accountChanged', agent.accountId, { accountId: agent.accountId })
}

/** Tells the edges to close an agent's tunnel, and notifies its viewers that it ended. */
function notifyEnd(tell: Tell, agent: Agent): void {
  tell('tunnelEnded', 'edges', { agentId: agent.id, reason: agent.endReason ?? 'REPLACED' })
  notifyChange(tell, agent)
}

/** Returns an agent to the member or the agent token that started it. Throws FORBIDDEN for any other member. */
export async function getOwnAgent(context: RequestContext, id: string): Promise<Agent> {
  const agent = await findAgentForRunner(context, id)
  if (!isOwnAgent(context.actor, agent)) {
    throw forbidden('Only the member who started an agent reports for it.')
  }
  return agent
}

/** Brings back an agent of the runner, as `reviveAgent` does. */
export async function revive(context: RequestContext, agent: Agent): Promise<Agent> {
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    const account = await lockAccountForRunner(trx, context, agent.accountId)
    return await reviveAgent(trx, tell, account, agent, now)
  })
}
