import type { EndedTunnel, ReportAgentHealthInput, ReportTunnelsInput } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { checkEdge } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { edgeSilenceMs, edgeSilentBefore } from '../agents/rules.ts'
import { deletePastReleases, listReleased } from '../agents/releases.ts'
import { applyHealthReport, applyTunnelReport, disconnectAgents, type TunnelAnswer } from '../agents/tunnels.ts'
import { findReservedHostnames, findSuspendedHostnames } from '../gateways/service.ts'
import * as repository from './repository.ts'
import { checkHostnames, checkTunnelReport, type EdgeDescription, edgeForgottenBefore, parseEdge } from './rules.ts'

/** What an edge must do after a report. */
export interface ReportAnswer extends TunnelAnswer {
  /** Whether its agents are to move to another edge. */
  isDrained: boolean
  /** Those of its agents that are to move to less full edges. */
  released: string[]
}

/** Processes an edge's report of itself and its tunnels. */
export async function reportTunnels(context: RequestContext, report: ReportTunnelsInput): Promise<ReportAnswer> {
  checkEdge(context)
  checkTunnelReport(report)
  const { db, clock, config } = context
  const edge = parseEdge(report.edge, config)
  const now = clock.now()
  const silentBefore = edgeSilentBefore(now)
  const touched = { ...edge, authority: report.authority ?? null, lastSeenAt: now }
  const { drained, isNew } = await repository.touchEdge(db, report.edgeId, touched, silentBefore)
  if (isNew && edge.process !== null) await replaceProcess(context, report.edgeId, edge)
  const isLeft = drained || edge.state === 'draining'
  // If no other edge takes agents, a drained one is better than none.
  const isDrained = isLeft && (await repository.isOtherServing(db, edge, silentBefore))
  const answer = await applyTunnelReport(context, report, isDrained ? edge : undefined)
  const released = edge.agentUrl === null ? [] : await listReleased(context, report.edgeId, edge.agentUrl)
  return { ...answer, isDrained, released }
}

/** Counts as lost what an earlier process held that this one replaces: it was killed. If it is alive after all, it reports everything again. */
async function replaceProcess({ change, clock }: App, edgeId: string, edge: EdgeDescription): Promise<void> {
  await change(async (trx, tell) => {
    const replaced = await repository.stopReplaced(trx, edgeId, edge)
    await disconnectAgents(trx, tell, replaced, clock.now())
  })
}

/** Processes an edge's report of its agents' health. Returns how many of them run. */
export async function reportAgentHealth(context: RequestContext, report: ReportAgentHealthInput): Promise<number> {
  checkEdge(context)
  return await applyHealthReport(context, report)
}

/** Returns those of the hostnames that belong to live gateways. */
export async function listReservedHostnames(context: RequestContext, hostnames: readonly string[]): Promise<string[]> {
  checkEdge(context)
  checkHostnames(hostnames)
  return await findReservedHostnames(context.db, hostnames)
}

/** Returns those of the hostnames that belong to live gateways of suspended accounts. */
export async function listSuspendedHostnames(context: RequestContext, hostnames: readonly string[]): Promise<string[]> {
  checkEdge(context)
  checkHostnames(hostnames)
  return await findSuspendedHostnames(context.db, hostnames)
}

/** Yields every tunnel that ends from now on, for every edge. */
export function subscribeToEndedTunnels(context: RequestContext): AsyncIterableIterator<EndedTunnel> {
  checkEdge(context)
  return context.events.subscribe('tunnelEnded', 'edges')
}

/** Counts agents as disconnected if their edge has fallen silent: it was killed, or is cut off. */
export async function checkEdgeSilence({ change, clock }: App): Promise<void> {
  const now = clock.now()
  await change(async (trx, tell) => {
    // They were dated by a clock that was ahead: how long ago is not known.
    await repository.dateBackReports(trx, addMs(now, edgeSilenceMs), now)
    // Locked, because an edge that reported meanwhile would find its agents still its own, and not report them again for a while.
    const edgeIds = await repository.lockEdgesSilentSince(trx, edgeSilentBefore(now))
    await disconnectAgents(trx, tell, edgeIds, now)
  })
}

/** Deletes edges that have been gone for a day, and the records of agents that were moved long ago. */
export async function deleteForgottenEdges({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await repository.deleteEdgesSilentSince(db, edgeForgottenBefore(now))
  await deletePastReleases(db, now)
}
