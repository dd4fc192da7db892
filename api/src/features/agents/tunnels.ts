import type { CountedSince, EndedTunnel, ReportAgentHealthInput, TunnelEndReason } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { AppError } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import type { Tell } from '../../platform/change.ts'
import type { Trx } from '../../platform/db/db.ts'
import { asSystem } from '../../platform/audit/service.ts'
import type { Ending } from '../../platform/endings.ts'
import { lockAccount } from '../accounts/service.ts'
import { burstOf } from '../notices/rules.ts'
import { addNotice } from '../notices/service.ts'
import { countActiveAmong, findAgents, transitionAgents, setHealth } from './repository.ts'
import {
  agentSilenceMs,
  agentSilentBefore,
  checkHealthReport,
  edgeSilentBefore,
  readHealth,
  type Agent,
  type LeavingEdge,
} from './rules.ts'
import { reviveAgent, notifyChange, notifyTraffic } from './service.ts'
import * as repository from './session-repository.ts'

/** The tunnels that an edge holds, or those that changed. */
export interface TunnelReport {
  edgeId: string
  /** Whether `connected` and `held` list every tunnel of the edge, or of its page. */
  complete: boolean
  /** The page: ids after this one, */
  after?: string | null
  /** up to this one. */
  upTo?: string | null
  connected: readonly string[]
  /** Tunnels that an earlier report listed as connected. */
  held?: readonly string[] | null
  disconnected: readonly string[]
}

/** What an edge must do after a report of tunnels. */
export interface TunnelAnswer {
  /** The tunnels that it must close. */
  ended: EndedTunnel[]
  /** The agents of the report whose time another edge counts. */
  countedElsewhere: string[]
  /** Those whose time this edge counts since another one lost them. */
  countedSince: CountedSince[]
}

/**
 * Processes an edge's report, which changes only what is known of that edge: an agent may be connected to several. `leaving` is the edge
 * if its agents are to move elsewhere: it closes the tunnels of those that have arrived there.
 */
export async function applyTunnelReport(
  app: App,
  report: TunnelReport,
  leaving: LeavingEdge | undefined,
): Promise<TunnelAnswer> {
  const { db, clock } = app
  const now = clock.now()
  const { edgeId, connected, held } = report
  const listed = [...connected, ...(held ?? [])]
  const known = await findAgents(db, listed)
  const moved = new Set(leaving && (await repository.findServedElsewhere(db, leaving, listed, edgeSilentBefore(now))))
  const ended: EndedTunnel[] = []
  const open: string[] = []
  for (const agentId of listed) {
    const agent = known.get(agentId)
    const reason = agent === undefined ? 'UNKNOWN' : await findEnd(app, agent, now)
    if (reason !== undefined) ended.push({ agentId, reason })
    else if (moved.has(agentId)) ended.push({ agentId, reason: 'MOVED' })
    else open.push(agentId)
  }

  await changeAgents(app, (trx) => repository.addSessions(trx, edgeId, open, now))
  await changeAgents(app, (trx) => repository.removeSessions(trx, edgeId, report.disconnected, now))
  if (report.complete) {
    await changeAgents(app, (trx) => repository.removeSessionsExcept(trx, edgeId, listed, report, now))
  }
  const countedElsewhere = await repository.findCountedElsewhere(db, edgeId, open)
  const countedSince = await repository.findCountedSince(db, edgeId, open)
  // The edge counts on from when it receives this, so that what the report took so far is not lost.
  const answeredMs = clock.now().getTime()
  return {
    ended,
    countedElsewhere,
    countedSince: countedSince.map(({ agentId, countsSince }) => ({
      agentId,
      seconds: Math.max(0, (answeredMs - countsSince.getTime()) / 1_000),
    })),
  }
}

/** Stores the health of agents, as an edge measured it. Returns how many of them run. */
export async function applyHealthReport(app: App, report: ReportAgentHealthInput): Promise<number> {
  checkHealthReport(report)
  const reports = new Map(report.agents.map((agent) => [agent.agentId, readHealth(agent)]))
  await app.change(async (trx, tell) => {
    for (const agent of await setHealth(trx, reports)) notifyTraffic(tell, agent)
  })
  return await countActiveAmong(app.db, [...reports.keys()])
}

/** Records that these edges no longer hold tunnels. */
export async function disconnectAgents(trx: Trx, tell: Tell, edgeIds: readonly string[], now: Date): Promise<void> {
  for (const agent of await repository.removeEdges(trx, edgeIds, now)) notifyChange(tell, agent)
}

/** Marks agents as lost that have neither reported nor kept a tunnel at any edge. */
export async function loseSilentAgents(app: App): Promise<void> {
  const now = app.clock.now()
  await app.change(async (trx, tell) => {
    // They were dated by a clock that was ahead: how long ago is not known.
    await repository.dateBackSigns(trx, addMs(now, agentSilenceMs), now)
    const lost = await transitionAgents(
      trx,
      'lose',
      (eb) => eb.and([eb('lastSeenAt', '<', agentSilentBefore(now)), eb('connected', '=', false)]),
      { stoppedAt: now },
    )
    for (const agent of lost) notifyChange(tell, agent)
    await noteLosses({ trx, tell, source: asSystem(app) }, lost)
  })
}

/** Adds a notice to each account of lost agents, always in the same order, so that two nodes cannot deadlock. */
async function noteLosses(ending: Ending, lost: readonly Agent[]): Promise<void> {
  const byAccount = Map.groupBy(lost, ({ accountId }) => accountId)
  for (const [accountId, agents] of [...byAccount].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = agents
    if (!first) continue
    await addNotice(ending, {
      of: { accountId },
      facts: {
        kind: 'AGENT_LOST',
        hostname: first.assignedDomain,
        ...(agents.some(({ pool }) => pool) && { pool: true }),
      },
      subjectIds: agents.map(({ id }) => id),
      key: burstOf(ending.source.clock.now()),
    })
  }
}

/** Changes agents, and sends an event for each that it changed. */
async function changeAgents(app: App, change: (trx: Trx) => Promise<Agent[]>): Promise<void> {
  await app.change(async (trx, tell) => {
    for (const agent of await change(trx)) notifyChange(tell, agent)
  })
}

/** Returns why an agent's tunnel ends; undefined if the agent runs, or was lost and may continue. A refusal is an answer here and not an error. */
async function findEnd(app: App, agent: Agent, now: Date): Promise<TunnelEndReason | undefined> {
  if (agent.status === 'active') return undefined
  if (agent.endReason !== null || agent.status !== 'error') return agent.endReason ?? 'REPLACED'
  try {
    await app.change(async (trx, tell) => {
      const account = await lockAccount(trx, agent.accountId)
      await reviveAgent(trx, tell, account, agent, now)
    })
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'PLAN_LIMIT_REACHED' ? 'PLAN_LIMIT_REACHED' : 'REPLACED'
  }
}
