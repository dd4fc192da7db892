import { randomUUIDv7 } from 'node:crypto'
import { type TicketClaims, ticketToken } from '@culvert/schema/tokens'
import type { ReportAgentInput, StartAgentInput, TunnelEndReason } from '../../generated/schema.ts'
import { AppError, badInput } from '../../ground/errors.ts'
import type { Page } from '../../ground/pages.ts'
import type { PersonActor } from '../../platform/access/actor.ts'
import { authorize, authorizeOn, can, getPerson } from '../../platform/access/authorize.ts'
import { subscribeToAccount } from '../../platform/access/subscribe.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Locked, Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import type { Account } from '../accounts/rules.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { checkAuthToken, noteAuthTokenUse } from '../auth-tokens/service.ts'
import { getGatewayForTunnel, findLiveGateway } from '../gateways/service.ts'
import { checkAllowance } from '../plans/service.ts'
import { getDefaultDomain } from '../site/service.ts'
import { findUser } from '../users/service.ts'
import { makeRandomHostname } from './random-hostname.ts'
import * as repository from './repository.ts'
import {
  type Agent,
  agentEnded,
  type AgentQuery,
  checkListing,
  countersGrow,
  edgeTrustedSince,
  type GatewaySessions,
  holdsHostname,
  hostnameInUse,
  listedGatewaysMax,
  parseAgentName,
  parseDays,
  parseForwardingTo,
} from './rules.ts'

export { findAgent } from './repository.ts'

/** An agent and what it opens its tunnel with. */
export interface AgentTicket {
  agent: Agent
  ticket: string
  ticketExpiresAt: Date
  edgeUrls: string[]
  /** PEM, beside the public authorities. */
  edgeAuthorities: string[]
}

/** One page of an account's agents. The account was authorized when it was loaded. */
export async function listAgents({ db }: RequestContext, accountId: string, query: AgentQuery): Promise<Page<Agent>> {
  checkListing(query)
  return await repository.listAgents(db, accountId, query)
}

/** The agents that were started in a range of days, by gateway. The account was authorized when it was loaded. */
export async function listGatewaySessions(
  { db, clock }: RequestContext,
  accountId: string,
  days: { from: string; to: string },
): Promise<GatewaySessions[]> {
  return await repository.sumSessions(db, { accountId, ...parseDays(days), now: clock.now(), limit: listedGatewaysMax })
}

/** Starts a session on a reserved gateway, or on a random hostname. */
export async function startAgent(context: RequestContext, input: StartAgentInput): Promise<AgentTicket> {
  const person = getPerson(context)
  const accountId = getAccountId(person, input.accountId)
  await authorize(context, 'runOwnAgents', accountId)
  const forwardingTo = parseForwardingTo(input.forwardingTo)
  const name = parseAgentName(input.name)
  const now = context.clock.now()

  const agent = await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'runOwnAgents', accountId)
    if (person.kind === 'auth-token') await checkAuthToken(trx, person.authTokenId)
    const gateway = input.gateway ? await getGatewayForTunnel(trx, accountId, input.gateway) : undefined
    const assignedDomain = gateway?.subdomain ?? (await findFreeHostname(trx))
    const holder = await repository.findHolder(trx, assignedDomain)
    if (holder && holdsHostname(holder, now)) throw await describeHolder(trx, holder, accountId)
    if (holder) await replaceAgent(trx, tell, holder.id, now)
    await checkAllowance(trx, account, 'maxConcurrentAgents', (ids) => repository.countActiveAgents(trx, ids))
    const started = await repository.insertAgent(trx, {
      id: randomUUIDv7(),
      accountId,
      userId: person.userId,
      authTokenId: person.kind === 'auth-token' ? person.authTokenId : null,
      gatewayId: gateway?.id ?? null,
      name,
      status: 'active',
      assignedDomain,
      forwardingTo,
      startedAt: now,
      lastSeenAt: now,
    })
    await recordAudit(trx, context, { action: 'agent.started', ...describeObject(started) })
    tellOfChange(tell, started)
    return started
  })

  if (person.kind === 'auth-token') await noteAuthTokenUse(context, person.authTokenId)
  return await issueTicket(context, agent)
}

/** A new ticket for a session that lost its edge and comes back. */
export async function renewAgentTicket(context: RequestContext, agentId: string): Promise<AgentTicket> {
  const agent = await getOwnAgent(context, agentId)
  if (agent.endReason !== null) throw agentEnded(agent)
  return await issueTicket(context, agent.status === 'error' ? await revive(context, agent) : agent)
}

/** Takes an agent's cumulative counters; each report is a sign of life. */
export async function reportAgent(context: RequestContext, input: ReportAgentInput): Promise<Agent> {
  const known = await getOwnAgent(context, input.agentId)
  if (known.endReason !== null) return known
  if (known.status === 'error') await revive(context, known)
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    const agent = await repository.raiseCounters(trx, known.id, input, now)
    // It ended between the two queries: the answer then says so.
    if (!agent) return (await repository.findAgent(trx, known.id)) ?? known
    if (countersGrow(known, agent)) tellOfTraffic(tell, agent)
    return agent
  })
}

/** Ends an agent, one's own or, with the right to it, anybody's. Nothing changes when it had ended before. */
export async function stopAgent(context: RequestContext, id: string): Promise<Agent> {
  const agent = await authorizeOn(context, 'runOwnAgents', 'agent', () => repository.findAgent(context.db, id))
  if (agent.userId !== getPerson(context).userId) await authorize(context, 'stopAnyAgent', agent.accountId, 'agent')
  const ended = await context.change(async (trx, tell) => {
    const [stopped] = await endAgents({ trx, tell, source: context }, { id }, 'STOPPED')
    if (stopped) await recordAudit(trx, context, { action: 'agent.stopped', ...describeObject(stopped) })
    return stopped
  })
  return ended ?? (await repository.findAgent(context.db, id)) ?? agent
}

/** Whether the viewer may stop an agent, and there is something to stop. */
export async function canStopAgent(context: RequestContext, agent: Agent): Promise<boolean> {
  const { actor } = context
  if (agent.status !== 'active') return false
  const own = 'userId' in actor && actor.userId === agent.userId
  return await can(context, own ? 'runOwnAgents' : 'stopAnyAgent', agent.accountId)
}

/** An agent after each change. */
export async function subscribeToAgentChanges(context: RequestContext, accountId: string) {
  return await subscribeToAccount(context, 'agentChanged', accountId, ({ agentId }) =>
    context.loaders.agent.load(agentId),
  )
}

/** The authorities of edges whose certificates are not publicly trusted, as PEM: who dials them trusts these too. */
export async function listEdgeAuthorities({ db, clock }: App): Promise<string[]> {
  return await repository.listEdgeAuthorities(db, edgeTrustedSince(clock.now()))
}

/** What ends together: one agent, all on a gateway, all that an AuthID, a user or a member started, or all of an account. */
type AgentSelection =
  | { id: string }
  | { gatewayId: string }
  | { authTokenId: string }
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
  const ended = await repository.moveAgents(trx, 'end', (eb) => eb.and(selection), {
    endReason: reason,
    stoppedAt: (eb) => eb.fn.coalesce('stoppedAt', eb.val(now)),
    edgeId: null,
  })
  const stopped = ended.filter((agent) => agent.status === 'inactive')
  for (const agent of stopped) tellOfEnd(tell, agent)
  return stopped
}

/** Ends the agents of something that ends. */
export function endAgentsOf(reason: TunnelEndReason) {
  return async (ending: Ending, selection: AgentSelection): Promise<void> => {
    await endAgents(ending, selection, reason)
  }
}

/** Makes room on a hostname: its agent, which has no tunnel any more, is lost for good. */
async function replaceAgent(trx: Trx, tell: Tell, id: string, now: Date): Promise<void> {
  const changes = { endReason: 'REPLACED', stoppedAt: now } as const
  const [replaced] = await repository.moveAgents(trx, 'lose', (eb) => eb.and({ id }), changes)
  if (replaced) tellOfEnd(tell, replaced)
}

/**
 * Brings back an agent that was lost, unless it is back already. Throws CONFLICT when its hostname is served by another
 * one, and PLAN_LIMIT_REACHED when its place was taken meanwhile.
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
  await checkAllowance(trx, account, 'maxConcurrentAgents', (ids) => repository.countActiveAgents(trx, ids))
  const holder = await repository.findHolder(trx, agent.assignedDomain)
  const [revived] = holder
    ? []
    : await repository.moveAgents(trx, 'return', (eb) => eb.and({ id: agent.id }), { stoppedAt: null, lastSeenAt: now })
  if (!revived)
    throw new AppError('CONFLICT', `${agent.assignedDomain} is served by another agent by now. Start a new one.`)
  tellOfChange(tell, revived)
  return revived
}

/** Tells who looks at an agent that its counters or its health moved. */
export function tellOfTraffic(tell: Tell, agent: Agent): void {
  tell('agentChanged', agent.accountId, { agentId: agent.id })
}

/** Tells who looks at an agent, its gateway or its account that the agent started, came back, or lost its tunnel. */
export function tellOfChange(tell: Tell, agent: Agent): void {
  tell('agentChanged', agent.accountId, { agentId: agent.id })
  if (agent.gatewayId !== null) tell('gatewayChanged', agent.accountId, { gatewayId: agent.gatewayId })
  tell('accountChanged', agent.accountId, { accountId: agent.accountId })
}

/** Tells the edges to close an agent's tunnel, and who looks at it that it ended. */
function tellOfEnd(tell: Tell, agent: Agent): void {
  tell('tunnelEnded', 'edges', { agentId: agent.id, reason: agent.endReason ?? 'REPLACED' })
  tellOfChange(tell, agent)
}

/** An AuthID belongs to one account; a signed-in user says which one is meant. */
function getAccountId(person: PersonActor, given: string | null | undefined): string {
  if (person.kind === 'auth-token') {
    if (given && given !== person.accountId) {
      throw badInput(
        'accountId',
        'This AuthID belongs to another account. Leave accountId out, or use an AuthID of that account.',
      )
    }
    return person.accountId
  }
  if (!given) throw badInput('accountId', 'With an access token, accountId says in which account the agent starts.')
  return given
}

/** How the audit log names an agent. */
function describeObject({ accountId, id, assignedDomain }: Agent) {
  return { accountId, objectType: 'agent', objectId: id, objectName: assignedDomain }
}

/** Returns an agent to the member who started it. Throws FORBIDDEN for anybody else. */
async function getOwnAgent(context: RequestContext, id: string): Promise<Agent> {
  const agent = await authorizeOn(context, 'runOwnAgents', 'agent', () => repository.findAgent(context.db, id))
  if (agent.userId !== getPerson(context).userId) {
    throw new AppError('FORBIDDEN', 'Only the member who started an agent reports for it.')
  }
  return agent
}

async function revive(context: RequestContext, agent: Agent): Promise<Agent> {
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'runOwnAgents', agent.accountId)
    return await reviveAgent(trx, tell, account, agent, now)
  })
}

/** A random hostname that no gateway and no agent has. */
async function findFreeHostname(trx: Trx): Promise<string> {
  const domain = await getDefaultDomain(trx)
  for (;;) {
    const hostname = makeRandomHostname(domain)
    const holder = (await findLiveGateway(trx, hostname)) ?? (await repository.findHolder(trx, hostname))
    if (!holder) return hostname
  }
}

/** Names the holder of a hostname to members of its account only. */
async function describeHolder(db: Db, holder: Agent, accountId: string): Promise<AppError> {
  const starter = holder.accountId === accountId ? await findUser(db, holder.userId) : undefined
  return hostnameInUse(holder, starter)
}

async function issueTicket(context: RequestContext, agent: Agent): Promise<AgentTicket> {
  const { keyring, config } = context
  const claims: TicketClaims = {
    sub: agent.id,
    accountId: agent.accountId,
    gatewayId: agent.gatewayId,
    hostname: agent.assignedDomain,
    limits: config.tunnelLimits,
  }
  const { token, expiresAt } = await keyring.sign(ticketToken, { ...claims })
  const edgeAuthorities = await listEdgeAuthorities(context)
  return { agent, ticket: token, ticketExpiresAt: expiresAt, edgeUrls: [config.tunnelUrl], edgeAuthorities }
}
