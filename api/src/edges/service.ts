import { applyHealthReport, applyTunnelReport, loseSilentAgents } from '../agents/tunnels.ts'
import type { App } from '../app.ts'
import { checkEdge } from '../auth/authorize.ts'
import type { EndedTunnel, ReportAgentHealthInput, ReportTunnelsInput } from '../generated/schema.ts'
import { findReservedHostnames } from '../gateways/service.ts'
import type { RequestContext } from '../http/context.ts'
import * as repository from './repository.ts'
import { checkHostnames, checkTunnelReport, edgeForgottenBefore, edgeSilentBefore } from './rules.ts'

/** Takes an edge's report of its tunnels, and answers with those that it must close. */
export async function reportTunnels(context: RequestContext, report: ReportTunnelsInput): Promise<EndedTunnel[]> {
  checkEdge(context)
  checkTunnelReport(report)
  await repository.touchEdge(context.db, report.edgeId, report.authority ?? null, context.clock.now())
  return await applyTunnelReport(context, report)
}

/** Takes an edge's report of how its agents are. Returns how many of them run. */
export async function reportAgentHealth(context: RequestContext, report: ReportAgentHealthInput): Promise<number> {
  checkEdge(context)
  return await applyHealthReport(context, report)
}

/** Those of the hostnames that belong to live gateways. */
export async function listReservedHostnames(context: RequestContext, hostnames: readonly string[]): Promise<string[]> {
  checkEdge(context)
  checkHostnames(hostnames)
  return await findReservedHostnames(context.db, hostnames)
}

/** Every tunnel that ends from now on, for every edge. */
export function subscribeToEndedTunnels(context: RequestContext): AsyncIterableIterator<EndedTunnel> {
  checkEdge(context)
  return context.events.subscribe('tunnelEnded', 'edges')
}

/** Marks agents as lost of which neither they nor a living edge has told anything. */
export async function checkSilence(app: App): Promise<void> {
  await loseSilentAgents(app, await repository.listEdgesSilentSince(app.db, edgeSilentBefore(app.clock.now())))
}

/** An edge, as the operator sees it. */
export interface EdgeStatus {
  id: string
  lastSeenAt: Date
  /** Whether it is not counted on any more: its agents are lost unless they report themselves. */
  isSilent: boolean
  tunnelCount: number
}

/** The edges that have reported within the last day, the last heard of first. */
export async function listEdges({ db, clock }: App): Promise<EdgeStatus[]> {
  const silentBefore = edgeSilentBefore(clock.now())
  const edges = await repository.listEdges(db)
  return edges.map((edge) => ({ ...edge, isSilent: edge.lastSeenAt < silentBefore }))
}

/** Forgets edges that have been gone for a day. */
export async function deleteForgottenEdges({ db, clock }: App): Promise<void> {
  await repository.deleteEdgesSilentSince(db, edgeForgottenBefore(clock.now()))
}
