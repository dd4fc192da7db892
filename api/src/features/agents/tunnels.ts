import type { EndedTunnel, ReportAgentHealthInput } from '../../generated/schema.ts'
import { AppError } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import type { Tell } from '../../platform/change.ts'
import type { Trx } from '../../platform/db/db.ts'
import { asSystem } from '../../platform/audit/service.ts'
import type { Ending } from '../../platform/endings.ts'
import { lockAccount } from '../accounts/service.ts'
import { burstOf } from '../notices/rules.ts'
import { addNotice } from '../notices/service.ts'
import * as repository from './repository.ts'
import { agentSilentBefore, checkHealthReport, readHealth, type Agent } from './rules.ts'
import { reviveAgent, tellOfChange, tellOfTraffic } from './service.ts'

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

/** Processes an edge's report, and returns the tunnels that it must close. `findLiving` says which edges count. */
export async function applyTunnelReport(
  app: App,
  report: TunnelReport,
  findLiving: (edgeIds: string[]) => Promise<string[]>,
): Promise<EndedTunnel[]> {
  const { db, clock } = app
  const now = clock.now()
  const { edgeId, connected, held } = report
  const listed = [...connected, ...(held ?? [])]
  const known = await repository.findAgents(db, listed)
  const moved = await findMoved(report, known, findLiving)
  const ended: EndedTunnel[] = []
  const open: string[] = []
  for (const agentId of listed) {
    const agent = known.get(agentId)
    if (moved.has(agentId)) ended.push({ agentId, reason: 'MOVED' })
    else if (agent && (agent.status === 'active' || (await comesBack(app, agent, now)))) open.push(agentId)
    else ended.push({ agentId, reason: agent ? (agent.endReason ?? 'REPLACED') : 'UNKNOWN' })
  }

  await changeAgents(app, (trx) => repository.setConnected(trx, edgeId, open, now))
  await changeAgents(app, (trx) => repository.setDisconnected(trx, edgeId, report.disconnected, now))
  if (report.complete) {
    await changeAgents(app, (trx) => repository.setDisconnectedExcept(trx, edgeId, listed, report, now))
  }
  return ended
}

/**
 * The agents that an edge still holds, though they have opened their tunnel at another one since. It may not have noticed that their
 * connection is dead; if it were believed, two edges that report everything would take such an agent from each other.
 */
async function findMoved(
  { edgeId, held }: TunnelReport,
  known: ReadonlyMap<string, Agent>,
  findLiving: (edgeIds: string[]) => Promise<string[]>,
): Promise<ReadonlySet<string>> {
  const elsewhere = (held ?? []).flatMap((id) => {
    const agent = known.get(id)
    return agent?.status === 'active' && agent.edgeId !== null && agent.edgeId !== edgeId ? [agent] : []
  })
  if (elsewhere.length === 0) return new Set()
  const living = await findLiving([...new Set(elsewhere.map((agent) => agent.edgeId ?? ''))])
  return new Set(elsewhere.filter((agent) => living.includes(agent.edgeId ?? '')).map(({ id }) => id))
}

/** Stores the health of agents, as an edge measured it. Returns how many of them run. */
export async function applyHealthReport(app: App, report: ReportAgentHealthInput): Promise<number> {
  checkHealthReport(report)
  const reports = new Map(report.agents.map((agent) => [agent.agentId, readHealth(agent)]))
  await app.change(async (trx, tell) => {
    for (const agent of await repository.setHealth(trx, reports)) tellOfTraffic(tell, agent)
  })
  return await repository.countActiveAmong(app.db, [...reports.keys()])
}

/** Notes that these edges hold no tunnels any more. */
export async function disconnectAgents(trx: Trx, tell: Tell, edgeIds: readonly string[], now: Date): Promise<void> {
  for (const agent of await repository.setEdgesGone(trx, edgeIds, now)) tellOfChange(tell, agent)
}

/** Marks agents as lost that have neither reported nor kept a tunnel. */
export async function loseSilentAgents(app: App): Promise<void> {
  const now = app.clock.now()
  await app.change(async (trx, tell) => {
    const lost = await repository.moveAgents(
      trx,
      'lose',
      (eb) => eb.and([eb('lastSeenAt', '<', agentSilentBefore(now)), eb('edgeId', 'is', null)]),
      { stoppedAt: now },
    )
    for (const agent of lost) tellOfChange(tell, agent)
    await noteLosses({ trx, tell, source: asSystem(app) }, lost)
  })
}

/** Adds a notice to each account of lost agents, always in the same order, so that two nodes never wait for each other. */
async function noteLosses(ending: Ending, lost: readonly Agent[]): Promise<void> {
  const byAccount = Map.groupBy(lost, ({ accountId }) => accountId)
  for (const [accountId, agents] of [...byAccount].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = agents
    if (!first) continue
    await addNotice(ending, {
      of: { accountId },
      facts: { kind: 'AGENT_LOST', hostname: first.assignedDomain },
      subjectIds: agents.map(({ id }) => id),
      key: burstOf(ending.source.clock.now()),
    })
  }
}

/** Changes agents, and tells of each that it changed. */
async function changeAgents(app: App, change: (trx: Trx) => Promise<Agent[]>): Promise<void> {
  await app.change(async (trx, tell) => {
    for (const agent of await change(trx)) tellOfChange(tell, agent)
  })
}

/** Reports whether an agent that was lost may go on. One refusal, whatever its reason, is an answer here and no error. */
async function comesBack(app: App, agent: Agent, now: Date): Promise<boolean> {
  if (agent.endReason !== null || agent.status !== 'error') return false
  try {
    await app.change(async (trx, tell) => {
      const account = await lockAccount(trx, agent.accountId)
      await reviveAgent(trx, tell, account, agent, now)
    })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
