import { randomUUIDv7 } from 'node:crypto'
import { type TicketClaims, ticketToken } from '@culvert/schema/tokens'
import type { StartAgentInput } from '../../generated/schema.ts'
import { type AppError, badInput } from '../../ground/errors.ts'
import type { PersonActor } from '../../platform/access/actor.ts'
import { authorize, getPerson } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { checkAuthToken, noteAuthTokenUse } from '../auth-tokens/service.ts'
import { findLiveGateway, getGatewayForTunnel, isHeldBack } from '../gateways/service.ts'
import { holdUnblocked, isBlocked } from '../hostname-blocks/service.ts'
import { checkAllowance } from '../plans/service.ts'
import { getDefaultDomain } from '../site/service.ts'
import { findUser } from '../users/service.ts'
import { makeRandomHostname } from './random-hostname.ts'
import * as repository from './repository.ts'
import {
  type Agent,
  agentEnded,
  describeObject,
  edgeTrustedSince,
  holdsHostname,
  hostnameInUse,
  parseAgentName,
  parseForwardingTo,
} from './rules.ts'
import { getOwnAgent, replaceAgent, revive, tellOfChange } from './service.ts'

/** An agent and what it opens its tunnel with. */
export interface AgentTicket {
  agent: Agent
  ticket: string
  ticketExpiresAt: Date
  edgeUrls: string[]
  /** PEM, beside the public authorities. */
  edgeAuthorities: string[]
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
    const assignedDomain = gateway?.subdomain ?? (await findFreeHostname(trx, accountId, now))
    await holdUnblocked(trx, assignedDomain)
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

/** The authorities of edges whose certificates are not publicly trusted, as PEM: who dials them trusts these too. */
export async function listEdgeAuthorities({ db, clock }: App): Promise<string[]> {
  return await repository.listEdgeAuthorities(db, edgeTrustedSince(clock.now()))
}

/** An AuthID belongs to one account; a signed-in user says which one is meant. */
function getAccountId(person: PersonActor, given: string | null | undefined): string {
  if (person.kind === 'auth-token') {
    if (given && given !== person.accountId) {
      throw badInput(
        'accountId',
        'This AuthID or machine token belongs to another account. Leave accountId out, or use one of that account.',
      )
    }
    return person.accountId
  }
  if (!given) throw badInput('accountId', 'With an access token, accountId says in which account the agent starts.')
  return given
}

/** A random hostname that no gateway and no agent has, none of another account had until lately, and that is not blocked. */
async function findFreeHostname(trx: Trx, accountId: string, now: Date): Promise<string> {
  const domain = await getDefaultDomain(trx)
  for (;;) {
    const hostname = makeRandomHostname(domain)
    const holder = (await findLiveGateway(trx, hostname)) ?? (await repository.findHolder(trx, hostname))
    if (holder || (await isHeldBack(trx, hostname, accountId, now)) || (await isBlocked(trx, hostname))) continue
    return hostname
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
