import { poolMax } from '@culvert/schema/tokens'
import { isRegion, regionForm } from '@culvert/schema/names'
import type { Selectable } from 'kysely'
import type {
  AgentHealth,
  AgentHealthInput,
  AgentStatus,
  ReportAgentHealthInput,
  TunnelEndReason,
} from '../../generated/schema.ts'
import { addMs, dayMs, lastInstant } from '../../ground/clock.ts'
import { checkDays } from '../../ground/days.ts'
import type { ApiConfig } from '../../ground/config.ts'
import { type AppError, badInput, conflict } from '../../ground/errors.ts'
import { toPublicUrl, toRandomUrl } from '../../ground/hostnames.ts'
import { toVisibleLine } from '../../ground/names.ts'
import { checkPage, type PageQuery } from '../../ground/pages.ts'
import type { AgentTable } from './table.ts'

/** One tunnel session, running or ended. */
export type Agent = Selectable<AgentTable>

/** The health of an agent and its app, as edges measured it. */
export type Health = Pick<
  Agent,
  'roundTripMs' | 'appFailing' | 'failureRequestId' | 'failureCode' | 'failureDetail' | 'failedAt'
>

/** The agents that were started on a gateway (or on random hostnames, null) in some range. */
export interface GatewaySessions {
  gatewayId: string | null
  sessionCount: number
  runSeconds: number
}

/** An event in the life of an agent: it ends permanently, it falls silent, or it comes back. */
export type AgentEvent = 'end' | 'lose' | 'return'

/**
 * The state machine of an agent. A pair that is missing cannot happen. Only an agent without an end reason moves at all, so that
 * one that was lost and then ended stays lost.
 */
const transitions: Record<AgentEvent, Partial<Record<AgentStatus, AgentStatus>>> = {
  end: { active: 'inactive', error: 'error' },
  lose: { active: 'error' },
  return: { error: 'active' },
}

/** Returns the transitions of an event, as `from` and `to`. */
export function listTransitions(event: AgentEvent): { from: AgentStatus; to: AgentStatus }[] {
  const statuses: AgentStatus[] = ['active', 'inactive', 'error']
  return statuses.flatMap((from) => {
    const to = transitions[event][from]
    return to === undefined ? [] : [{ from, to }]
  })
}

/** How long an agent without a tunnel may be silent before it counts as lost. */
export const agentSilenceMs = 45_000

/** Returns the instant since which an agent must have been heard from. */
export function agentSilentBefore(now: Date): Date {
  return addMs(now, -agentSilenceMs)
}

/**
 * Reports whether an active agent still holds its hostname against an agent that starts: it has a tunnel, or it is on its way to one. An
 * agent whose tunnel was lost gives way at once, so that nobody is locked out by their own lost agent.
 */
export function holdsHostname(agent: Agent, now: Date): boolean {
  if (agent.connected) return true
  return agent.disconnectedAt === null && agent.lastSeenAt > agentSilentBefore(now)
}

/** Refuses a pool on a hostname that only one agent knows. */
export function poolWithoutGateway(): AppError {
  return badInput('pool', 'A pool serves a gateway: name one, or start the agent without pool.')
}

/** Refuses another agent in a pool. */
export function poolFull(hostname: string): AppError {
  const message = `The pool of ${hostname} has ${poolMax} agents, which is the most that a gateway can have. Stop one, or use another gateway.`
  return conflict(message, { field: 'gateway' })
}

/** Returns when an active agent lost its last session; null while it has one, before its first one, and once it is not active. */
export function findLoss({ status, connected, disconnectedAt }: Binding): Date | null {
  return status === 'active' && !connected ? disconnectedAt : null
}

/** An agent as its gateway sees it. */
export type Binding = Pick<Agent, 'id' | 'status' | 'connected' | 'disconnectedAt'>

/** Every visitor notices longer round trips. */
const slowRoundTripMs = 1_000

/** Returns the health of an agent, from its state, its connection, and its app's last answer. */
export function judgeHealth(agent: Agent): AgentHealth {
  const { status, connected, disconnectedAt, appFailing, roundTripMs } = agent
  const isWaiting = status === 'active' && !connected && disconnectedAt === null
  if (status === 'inactive' || isWaiting) return 'inactive'
  if (status === 'error' || !connected) return 'down'
  return appFailing || (roundTripMs ?? 0) > slowRoundTripMs ? 'degraded' : 'healthy'
}

/** Converts a report on one agent. */
export function readHealth({ roundTripMs, failing, lastFailure }: AgentHealthInput): Health {
  return {
    roundTripMs,
    appFailing: failing,
    failureRequestId: lastFailure?.requestId ?? null,
    failureCode: lastFailure?.code ?? null,
    failureDetail: lastFailure?.detail ?? null,
    failedAt: lastFailure?.occurredAt ?? null,
  }
}

const reportedAgentsMax = 1_000

const textLengthMax = 500

/** Validates an edge's report of health. */
export function checkHealthReport({ agents }: ReportAgentHealthInput): void {
  if (agents.length > reportedAgentsMax) {
    throw badInput('agents', `A report has at most ${reportedAgentsMax} agents, not ${agents.length}`)
  }
  const texts = agents.flatMap(({ lastFailure }) =>
    lastFailure ? [lastFailure.requestId, lastFailure.code, lastFailure.detail] : [],
  )
  if (texts.some(({ length }) => length > textLengthMax)) {
    throw badInput('agents', `The texts of a failure have at most ${textLengthMax} characters each`)
  }
}

/** Cumulative counters since the agent's start. */
export type Counters = Pick<Agent, 'requestCount' | 'dataIn' | 'dataOut'>

/** Reports whether a report contains news; a repeated or late one does not. */
export function countersGrow(known: Counters, reported: Counters): boolean {
  return (
    reported.requestCount > known.requestCount || reported.dataIn > known.dataIn || reported.dataOut > known.dataOut
  )
}

/** Parses the local address that an agent forwards to. */
export function parseForwardingTo(text: string): string {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || text.length > 255) {
    throw badInput('forwardingTo', 'forwardingTo must be an http or https address, for example http://localhost:3000')
  }
  return url.origin
}

/** Parses the name given to an agent; null when none was. A token's holder chooses it, and members see it, also in terminals: only visible text of it is kept. */
export function parseAgentName(text: string | null | undefined): string | null {
  const name = toVisibleLine(text ?? '') || null
  if (name !== null && name.length > 100) throw badInput('name', 'An agent name must be at most 100 characters long')
  return name
}

/** The filter of an account's agents; all when left out. */
export interface ListedAgents {
  /** Only those in one of these states. */
  status?: readonly AgentStatus[] | null
  /** Only those on this gateway. */
  gatewayId?: string | null
}

/** A page of an account's agents. */
export type AgentQuery = ListedAgents & PageQuery

/** The maximum number of agents on a page. */
export const agentPageMax = 1_000

/** Validates a query for a page of agents. */
export function checkListing({ status, gatewayId: _gatewayId, ...page }: AgentQuery): void {
  checkListed({ status })
  checkPage(page, agentPageMax)
}

/** Validates which agents are listed. */
export function checkListed({ status }: ListedAgents): void {
  if (status?.length === 0) throw badInput('status', 'status must name a state, or be left out for all')
}

/** The maximum number of gateways in an answer about sessions. */
export const listedGatewaysMax = 1_000

/** Returns the instants between which days in UTC lie, both days included. Throws if they are not a range. */
export function parseDays(days: { from: string; to: string }): { start: Date; end: Date } {
  checkDays(days)
  const end = addMs(new Date(days.to), dayMs)
  return { start: new Date(days.from), end: end < lastInstant ? end : lastInstant }
}

/** Refuses an agent that starts on a hostname that another agent serves. `starter` names who started that one; undefined if the new agent must not know. */
export function hostnameInUse(holder: Agent, starter: string | undefined): AppError {
  const isPool = starter !== undefined && holder.pool
  const sharing = isPool
    ? ' It is one of a pool: to join it, start yours with --pool.'
    : ' Agents share a gateway if each of them is started with --pool.'
  const message = starter
    ? `${holder.assignedDomain} is in use by ${holder.name ? `agent "${holder.name}"` : 'an agent'} that ${starter} ` +
      `started at ${holder.startedAt.toISOString()} for ${holder.forwardingTo}. Stop it with Ctrl-C where it ` +
      `runs or on the dashboard's Agents page, or use another gateway.${sharing}`
    : `${holder.assignedDomain} is in use. Use another gateway, or try again later.${sharing}`
  return conflict(message, { field: 'gateway' })
}

/** Refuses an agent that tries to continue after it was ended. */
export function agentEnded(agent: Agent): AppError {
  return conflict(`This agent has ended: ${describeEnd(agent.endReason)} Start a new one.`)
}

/** Describes why an agent ended, in words that follow a colon. */
export function describeEnd(reason: TunnelEndReason | null): string {
  switch (reason) {
    case 'STOPPED':
      return 'it was stopped.'
    case 'GATEWAY_DELETED':
      return 'its gateway was deleted.'
    case 'AUTH_TOKEN_DELETED':
      return 'the AuthID or machine token that started it was deleted or replaced.'
    case 'AGENT_TOKEN_ENDED':
      return 'the agent token that started it was revoked, or has expired.'
    case 'MEMBER_REMOVED':
      return 'the member who started it is no longer in the account.'
    case 'USER_DISABLED':
      return 'the operator has disabled the user who started it.'
    case 'ACCOUNT_DELETED':
      return 'its account was deleted.'
    case 'HOSTNAME_BLOCKED':
      return 'the operator has blocked its hostname.'
    case 'ACCOUNT_SUSPENDED':
      return 'the operator has suspended its account.'
    case 'PLAN_LIMIT_REACHED':
      return 'others took its place in the plan.'
    case 'REPLACED':
    case 'MOVED':
      return 'another agent took its hostname.'
    case 'UNKNOWN':
    case null:
      return 'it stopped reporting.'
    default:
      return reason satisfies never
  }
}

/**
 * How long an edge may be silent and still count as holding its agents' tunnels, and as one to dial: twelve heartbeats, some of which may fail,
 * and the pauses before it tries again. With the time between two checks, it is under 30 s.
 */
export const edgeSilenceMs = 25_000

/** The time between two signs of life of an edge. An edge that was killed may have served for this long after its last one. */
export const edgeHeartbeatMs = 2_000

/** Returns the instant since which an edge must have been heard from. */
export function edgeSilentBefore(now: Date): Date {
  return addMs(now, -edgeSilenceMs)
}

/** Parses the region of an agent; null if it gives none. */
export function parseRegion(text: string | null | undefined): string | null {
  const region = text?.trim() || null
  if (region !== null && !isRegion(region)) throw badInput('region', `A region must be ${regionForm}`)
  return region
}

/** An address that agents can dial. */
export interface OfferedEdge {
  url: string
  /** Whether the operator wants its agents elsewhere. */
  drained: boolean
}

/** An edge whose agents are to move elsewhere. */
export interface LeavingEdge {
  /** Processes with the same name and address are one edge. */
  name: string | null
  agentUrl: string | null
}

/** Agents that are to move from an edge to less full ones. */
export interface Release {
  /** An address stands for an edge. */
  agentUrl: string
  /** The addresses of the edges with free capacity. */
  urlsWithCapacity: string[]
  /** How many move, at most `releasedMax`. */
  agents: number
}

/** Agents that leave edges of other regions for edges of their own. */
export interface Return {
  region: string
  /** The addresses of the edges of the region. */
  homeUrls: string[]
  /** The most that leave. */
  agents: number
}

/** The most agents that leave an edge, or come to one, at a time: each needs a ticket and a handshake. */
export const releasedMax = 1_000

/** An edge that holds sessions of an agent, all of its processes together. */
export interface ServingEdge {
  name: string | null
  region: string | null
  /** When the first of its processes had the agent. */
  connectedAt: Date
  isDraining: boolean
}

/** How many edges of an agent are shown. An agent dials at most four; more show only while it moves, or when someone dials by hand. */
export const servingEdgesMax = 8

/** The maximum number of addresses that an agent is given. */
export const edgeUrlsMax = 4

/**
 * Returns the addresses for an agent, in the order in which they were found: drained edges only if there is no other, and the
 * installation's own address if no edge has one.
 */
export function chooseEdgeUrls(offered: readonly OfferedEdge[], { tunnelUrl }: Pick<ApiConfig, 'tunnelUrl'>): string[] {
  const serving = offered.filter(({ drained }) => !drained)
  const chosen = serving.length > 0 ? serving : offered
  return chosen.length > 0 ? chosen.map(({ url }) => url) : [tunnelUrl]
}

/** How long agents that dial still receive an edge's authority after its last report. */
const authorityMs = 90_000

/** Returns the instant since which an edge must have been heard from for agents to trust its authority. */
export function edgeTrustedSince(now: Date): Date {
  return addMs(now, -authorityMs)
}

/** Returns how the audit log names an agent. */
export function describeObject({ accountId, id, assignedDomain }: Agent) {
  return { accountId, objectType: 'agent' as const, objectId: id, objectName: assignedDomain }
}

/** Returns the public address that an agent serves. */
export function getPublicUrl(
  config: ApiConfig,
  { assignedDomain, gatewayId }: Pick<Agent, 'assignedDomain' | 'gatewayId'>,
) {
  return gatewayId === null ? toRandomUrl(config, assignedDomain) : toPublicUrl(config.tunnelUrl, assignedDomain)
}
