import type { EndedTunnel, ReportAgentHealthInput, ReportTunnelsInput } from '../../generated/schema.ts'
import { checkEdge } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { applyHealthReport, applyTunnelReport, disconnectAgents } from '../agents/tunnels.ts'
import { findReservedHostnames, findSuspendedHostnames } from '../gateways/service.ts'
import * as repository from './repository.ts'
import { checkHostnames, checkTunnelReport, edgeForgottenBefore, edgeSilentBefore } from './rules.ts'

/** Processes an edge's report of its tunnels, and returns those that it must close. */
export async function reportTunnels(context: RequestContext, report: ReportTunnelsInput): Promise<EndedTunnel[]> {
  checkEdge(context)
  checkTunnelReport(report)
  const now = context.clock.now()
  await repository.touchEdge(context.db, report.edgeId, report.authority ?? null, now)
  return await applyTunnelReport(context, report, (edgeIds) =>
    repository.findEdgesHeardSince(context.db, edgeIds, edgeSilentBefore(now)),
  )
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

/** Every tunnel that ends from now on, for every edge. */
export function subscribeToEndedTunnels(context: RequestContext): AsyncIterableIterator<EndedTunnel> {
  checkEdge(context)
  return context.events.subscribe('tunnelEnded', 'edges')
}

/** Counts agents as disconnected whose edge has fallen silent: it was killed, or is cut off. */
export async function checkEdgeSilence({ change, clock }: App): Promise<void> {
  const now = clock.now()
  await change(async (trx, tell) => {
    // Locked, because an edge that reported meanwhile would find its agents still its own, and not report them again for a while.
    const edgeIds = await repository.lockEdgesSilentSince(trx, edgeSilentBefore(now))
    await disconnectAgents(trx, tell, edgeIds, now)
  })
}

/** An edge, as the operator sees it. */
export interface EdgeStatus {
  id: string
  lastSeenAt: Date
  /** Whether it counts as gone: its agents are lost unless they report themselves. */
  isSilent: boolean
  tunnelCount: number
}

/** Returns the edges that have reported within the last day, the most recent first. */
export async function listEdges({ db, clock }: App): Promise<EdgeStatus[]> {
  const silentBefore = edgeSilentBefore(clock.now())
  const edges = await repository.listEdges(db)
  return edges.map((edge) => ({ ...edge, isSilent: edge.lastSeenAt < silentBefore }))
}

/** Deletes edges that have been gone for a day. */
export async function deleteForgottenEdges({ db, clock }: App): Promise<void> {
  await repository.deleteEdgesSilentSince(db, edgeForgottenBefore(clock.now()))
}
