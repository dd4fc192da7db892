import { randomUUIDv7 } from 'node:crypto'
import { poolMax, type TicketClaims, ticketToken } from '@culvert/schema/tokens'
import type { RenewAgentTicketInput, StartAgentInput } from '../../generated/schema.ts'
import { type AppError, badInput } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Locked, Trx } from '../../platform/db/db.ts'
import type { Account } from '../accounts/rules.ts'
import { checkAuthToken, noteAuthTokenUse } from '../auth-tokens/service.ts'
import { lockUnblocked } from '../hostname-blocks/service.ts'
import { checkAllowance, hasAllowance } from '../plans/service.ts'
import { nameFully } from '../users/rules.ts'
import { findUser } from '../users/service.ts'
import { announce } from '../webhooks/events.ts'
import { findOfferedEdges, listAuthorities } from './edge-repository.ts'
import { describeEvent } from './events.ts'
import { findServedHostname } from './served-hostname.ts'
import * as repository from './repository.ts'
import {
  type Agent,
  agentEnded,
  chooseEdgeUrls,
  describeObject,
  edgeSilentBefore,
  edgeTrustedSince,
  edgeUrlsMax,
  holdsHostname,
  hostnameInUse,
  parseAgentName,
  parseForwardingTo,
  parseRegion,
  poolFull,
  poolWithoutGateway,
} from './rules.ts'
import { authorizeRunner, getRunner, lockAccountForRunner, type Runner } from './runners.ts'
import { getOwnAgent, replaceAgent, revive, notifyChange } from './service.ts'

/** An agent, and the ticket and addresses with which it opens its tunnel. */
export interface AgentTicket {
  agent: Agent
  ticket: string
  ticketExpiresAt: Date
  edgeUrls: string[]
  /** PEM; trusted in addition to the public authorities. */
  edgeAuthorities: string[]
}

/** Starts a session on a reserved gateway, or on a random hostname. */
export async function startAgent(context: RequestContext, input: StartAgentInput): Promise<AgentTicket> {
  const runner = getRunner(context)
  const accountId = getAccountId(runner, input.accountId)
  await authorizeRunner(context, runner, accountId)
  const forwardingTo = parseForwardingTo(input.forwardingTo)
  const name = parseAgentName(input.name)
  const region = parseRegion(input.region)
  const pool = input.pool ?? false
  const asked = input.gateway?.trim() ?? ''
  const now = context.clock.now()

  const agent = await context.change(async (trx, tell) => {
    const account = await lockAccountForRunner(trx, context, accountId)
    if (runner.kind === 'auth-token') await checkAuthToken(trx, runner.authTokenId)
    const { hostname: assignedDomain, gateway, label } = await findServedHostname(trx, { account, runner, asked, now })
    await lockUnblocked(trx, assignedDomain)
    if (pool && !gateway) throw poolWithoutGateway()
    const { holding, replaced } = await findHolders(trx, account, { hostname: assignedDomain, pool, now })
    if (holding) throw await describeHolder(trx, holding, runner, accountId)
    for (const { id } of replaced) await replaceAgent(trx, tell, id, now)
    await checkAllowance(trx, account, 'maxConcurrentAgents', (ids) => repository.countActiveAgents(trx, ids))
    const started = await repository.insertAgent(trx, {
      id: randomUUIDv7(),
      accountId,
      userId: runner.kind === 'agent-token' ? null : runner.userId,
      authTokenId: runner.kind === 'auth-token' ? runner.authTokenId : null,
      agentTokenId: runner.kind === 'agent-token' ? runner.agentTokenId : null,
      label,
      gatewayId: gateway?.id ?? null,
      pool,
      name,
      status: 'active',
      assignedDomain,
      forwardingTo,
      region,
      startedAt: now,
      lastSeenAt: now,
    })
    await recordAudit(trx, context, { action: 'agent.started', ...describeObject(started) })
    await announce(trx, now, [describeEvent('AGENT_STARTED', started)])
    notifyChange(tell, started)
    return started
  })

  if (runner.kind === 'auth-token') await noteAuthTokenUse(context, runner.authTokenId)
  return await issueTicket(context, agent, region)
}

/** Issues a new ticket for a session that lost its edge and comes back. */
export async function renewAgentTicket(context: RequestContext, input: RenewAgentTicketInput): Promise<AgentTicket> {
  const region = parseRegion(input.region)
  const agent = await getOwnAgent(context, input.agentId)
  if (agent.endReason !== null) throw agentEnded(agent)
  return await issueTicket(context, agent.status === 'error' ? await revive(context, agent) : agent, region)
}

/** Returns the authorities, as PEM, of edges whose certificates are not publicly trusted. A client that dials them trusts these too. */
export async function listEdgeAuthorities({ db, clock }: App): Promise<string[]> {
  return await listAuthorities(db, edgeTrustedSince(clock.now()))
}

/** A token belongs to one account; a signed-in user must name one. */
function getAccountId(runner: Runner, given: string | null | undefined): string {
  if (runner.kind !== 'user') {
    if (given && given !== runner.accountId) {
      throw badInput(
        'accountId',
        'This token belongs to another account. Leave accountId out, or use a token of that account.',
      )
    }
    return runner.accountId
  }
  if (!given) throw badInput('accountId', 'With an access token, accountId says in which account the agent starts.')
  return given
}

/**
 * Finds the active agent that keeps a starting agent from a hostname, and those that it replaces: those that are lost, but of its own pool only the
 * one that was lost first, if there is no room for both. Throws CONFLICT if the pool is full of agents that are not lost.
 */
async function findHolders(
  trx: Trx,
  account: Locked<Account>,
  { hostname, pool, now }: { hostname: string; pool: boolean; now: Date },
): Promise<{ holding: Agent | undefined; replaced: Agent[] }> {
  const holders = await repository.findHolders(trx, hostname)
  const poolMembers = holders.filter((holder) => holder.pool && pool)
  const others = holders.filter((holder) => !poolMembers.includes(holder))
  const holding = others.find((holder) => holdsHostname(holder, now))
  if (holding || others.length > 0 || poolMembers.length === 0) return { holding, replaced: others }
  const isFull = poolMembers.length >= poolMax
  const countUsed = (ids: readonly string[]) => repository.countActiveAgents(trx, ids)
  if (!isFull && (await hasAllowance(trx, account, 'maxConcurrentAgents', countUsed))) return { holding, replaced: [] }
  const lost = poolMembers.filter((member) => !holdsHostname(member, now))
  const [first] = lost.toSorted((a, b) => a.lastSeenAt.getTime() - b.lastSeenAt.getTime())
  if (isFull && !first) throw poolFull(hostname)
  return { holding, replaced: first ? [first] : [] }
}

/** Names the holder of a hostname to members of its account only. */
async function describeHolder(db: Db, holder: Agent, runner: Runner, accountId: string): Promise<AppError> {
  const isMembers = holder.accountId === accountId && runner.kind !== 'agent-token'
  if (!isMembers) return hostnameInUse(holder, undefined)
  if (holder.label !== null) return hostnameInUse(holder, `the agent token "${holder.label}"`)
  const starter = holder.userId === null ? undefined : await findUser(db, holder.userId)
  return hostnameInUse(holder, starter && nameFully(starter))
}

async function issueTicket(context: RequestContext, agent: Agent, region: string | null): Promise<AgentTicket> {
  const { keyring, config } = context
  if (agent.region !== region) await repository.setRegion(context.db, agent.id, region)
  const claims: TicketClaims = {
    sub: agent.id,
    accountId: agent.accountId,
    gatewayId: agent.gatewayId,
    hostname: agent.assignedDomain,
    label: agent.label,
    pool: agent.pool,
    limits: config.tunnelLimits,
  }
  const { token, expiresAt } = await keyring.sign(ticketToken, { ...claims })
  const edgeAuthorities = await listEdgeAuthorities(context)
  const offered = await findOfferedEdges(context.db, region, edgeSilentBefore(context.clock.now()), edgeUrlsMax)
  const edgeUrls = chooseEdgeUrls(offered, config)
  return { agent, ticket: token, ticketExpiresAt: expiresAt, edgeUrls, edgeAuthorities }
}
