import { randomUUIDv7 } from 'node:crypto'
import { ticketToken, type TicketClaims } from '@culvert/schema/tokens'
import { lockAccountFor } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import type { PersonActor } from '../auth/actor.ts'
import { authorize, authorizeOn, can, getPerson } from '../auth/authorize.ts'
import { checkAuthToken, noteAuthTokenUse } from '../auth-tokens/service.ts'
import { lockAllowance } from '../billing/service.ts'
import type { Db, Trx } from '../db/db.ts'
import { listEdgeAuthorities } from '../edges/authorities.ts'
import { AppError, badInput } from '../errors.ts'
import { subscribeToAccount } from '../events/subscribe.ts'
import { getGatewayForTunnel, isHostnameReserved } from '../gateways/service.ts'
import type { AgentStatus, ReportAgentInput, StartAgentInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { findUser } from '../sessions/service.ts'
import { getDefaultDomain } from '../site/service.ts'
import {
  announceChange,
  announceEnd,
  announceTraffic,
  countActive,
  endAgents,
  replaceAgent,
  reviveAgent,
} from './lifecycle.ts'
import { makeRandomHostname } from './random-hostname.ts'
import * as repository from './repository.ts'
import {
  agentEnded,
  checkListing,
  countersGrow,
  holdsHostname,
  hostnameInUse,
  listedGatewaysMax,
  parseAgentName,
  parseDays,
  parseForwardingTo,
  type Agent,
  type GatewaySessions,
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
export async function listAgents(
  { db }: RequestContext,
  accountId: string,
  filter: { status?: readonly AgentStatus[] | null; page: number; pageSize: number },
) {
  checkListing(filter)
  const { page, pageSize } = filter
  const found = await repository.listAgents(db, accountId, {
    status: filter.status ?? undefined,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { ...found, page, pageSize, pageCount: Math.max(1, Math.ceil(found.totalCount / pageSize)) }
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

  const { agent, replaced } = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'runOwnAgents', accountId)
    if (person.kind === 'auth-token') await checkAuthToken(trx, person.authTokenId)
    const gateway = input.gateway ? await getGatewayForTunnel(trx, accountId, input.gateway) : undefined
    const assignedDomain = gateway?.subdomain ?? (await findFreeHostname(trx))
    const holder = await repository.findHolder(trx, assignedDomain)
    if (holder && holdsHostname(holder, now)) throw await describeHolder(trx, holder, accountId)
    const replacedAgent = holder && (await replaceAgent(trx, holder.id, now))
    await lockAllowance(trx, accountId, 'concurrentAgents', () => countActive(trx, accountId))
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
    return { agent: started, replaced: replacedAgent }
  })

  if (person.kind === 'auth-token') await noteAuthTokenUse(context, person.authTokenId)
  if (replaced) announceEnd(context.events, replaced)
  announceChange(context.events, agent)
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
  const agent = await repository.raiseCounters(context.db, known.id, input, context.clock.now())
  // It ended between the two queries: the answer then says so.
  if (!agent) return (await repository.findAgent(context.db, known.id)) ?? known
  if (countersGrow(known, agent)) announceTraffic(context.events, agent)
  return agent
}

/** Ends an agent, one's own or, with the right to it, anybody's. Nothing changes when it had ended before. */
export async function stopAgent(context: RequestContext, id: string): Promise<Agent> {
  const agent = await authorizeOn(context, 'runOwnAgents', 'agent', () => repository.findAgent(context.db, id))
  if (agent.userId !== getPerson(context).userId) await authorize(context, 'stopAnyAgent', agent.accountId, 'agent')
  const now = context.clock.now()
  const ended = await context.db.transaction().execute(async (trx) => {
    const [stopped] = await endAgents(trx, { id }, 'STOPPED', now)
    if (stopped) await recordAudit(trx, context, { action: 'agent.stopped', ...describeObject(stopped) })
    return stopped
  })
  if (ended) announceEnd(context.events, ended)
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
    repository.findAgent(context.db, agentId),
  )
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

/** An agent that the person who acts started: nobody else speaks for it. */
async function getOwnAgent(context: RequestContext, id: string): Promise<Agent> {
  const agent = await authorizeOn(context, 'runOwnAgents', 'agent', () => repository.findAgent(context.db, id))
  if (agent.userId !== getPerson(context).userId) {
    throw new AppError('FORBIDDEN', 'Only the member who started an agent reports for it.')
  }
  return agent
}

async function revive(context: RequestContext, agent: Agent): Promise<Agent> {
  const now = context.clock.now()
  const revived = await context.db.transaction().execute(async (trx) => {
    await lockAccountFor(trx, context, 'runOwnAgents', agent.accountId)
    return await reviveAgent(trx, agent, now)
  })
  announceChange(context.events, revived)
  return revived
}

/** A random hostname that no gateway and no agent has. */
async function findFreeHostname(trx: Trx): Promise<string> {
  const domain = await getDefaultDomain(trx)
  for (;;) {
    const hostname = makeRandomHostname(domain)
    const isTaken =
      (await isHostnameReserved(trx, hostname)) || (await repository.findHolder(trx, hostname)) !== undefined
    if (!isTaken) return hostname
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
