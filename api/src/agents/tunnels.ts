import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import type { EndedTunnel, ReportAgentHealthInput } from '../generated/schema.ts'
import { announceChange, announceTraffic, reviveAgent } from './lifecycle.ts'
import * as repository from './repository.ts'
import { agentSilentBefore, checkHealthReport, readHealth, type Agent } from './rules.ts'

/** Which tunnels an edge holds, or which of them changed. */
export interface TunnelReport {
  edgeId: string
  /** Whether `connected` lists every tunnel of the edge. */
  complete: boolean
  connected: readonly string[]
  disconnected: readonly string[]
}

/** Takes an edge's report, and answers with the tunnels that it must close. */
export async function applyTunnelReport(app: App, report: TunnelReport): Promise<EndedTunnel[]> {
  const { db, clock, events } = app
  const now = clock.now()
  const known = new Map((await repository.findAgents(db, report.connected)).map((agent) => [agent.id, agent]))
  const ended: EndedTunnel[] = []
  const open: string[] = []
  for (const agentId of report.connected) {
    const agent = known.get(agentId)
    if (agent && (agent.status === 'active' || (await comesBack(app, agent, now)))) open.push(agentId)
    else ended.push({ agentId, reason: agent ? (agent.endReason ?? 'REPLACED') : 'UNKNOWN' })
  }

  const changed = [
    ...(await repository.setConnected(db, report.edgeId, open, now)),
    ...(await repository.setDisconnected(db, report.edgeId, report.disconnected, now)),
    ...(report.complete ? await repository.setDisconnectedExcept(db, report.edgeId, report.connected, now) : []),
  ]
  for (const agent of changed) announceChange(events, agent)
  return ended
}

/** Takes how agents are, as an edge measured it. Returns how many of them run. */
export async function applyHealthReport({ db, events }: App, report: ReportAgentHealthInput): Promise<number> {
  checkHealthReport(report)
  const agents = await repository.setHealth(
    db,
    new Map(report.agents.map((agent) => [agent.agentId, readHealth(agent)])),
  )
  for (const agent of agents) announceTraffic(events, agent)
  return agents.length
}

/** Marks agents as lost of which nothing was heard: no report, and no tunnel at an edge that is itself alive. */
export async function loseSilentAgents({ db, clock, events }: App, silentEdgeIds: readonly string[]): Promise<void> {
  const now = clock.now()
  const lost = await repository.moveAgents(
    db,
    'lose',
    (eb) =>
      eb.and([
        eb('lastSeenAt', '<', agentSilentBefore(now)),
        eb.or([eb('edgeId', 'is', null), ...(silentEdgeIds.length > 0 ? [eb('edgeId', 'in', silentEdgeIds)] : [])]),
      ]),
    { edgeId: null, stoppedAt: now },
  )
  for (const agent of lost) announceChange(events, agent)
}

/** Whether an agent that was lost may go on. One refusal, whatever its reason, is an answer here and no error. */
async function comesBack({ db, events }: App, agent: Agent, now: Date): Promise<boolean> {
  if (agent.endReason !== null || agent.status !== 'error') return false
  try {
    const revived = await db.transaction().execute((trx) => reviveAgent(trx, agent, now))
    announceChange(events, revived)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
