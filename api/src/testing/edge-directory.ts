import { join } from 'node:path'
import { findOfferedEdges } from '../features/agents/edge-repository.ts'
import { chooseEdgeUrls, edgeSilentBefore, edgeUrlsMax } from '../features/agents/rules.ts'
import type { Release, Return } from '../features/agents/rules.ts'
import { planReleases, planReturns } from '../features/edges/balance.ts'
import { listLoads, setDrained, touchEdge } from '../features/edges/repository.ts'
import { openEmbedded } from '../platform/db/embedded.ts'

export type { Return }

/** How an edge describes itself. */
export interface ReportingEdge {
  /** Its name and its address. */
  url: string
  region: string
  capacity: number
  tunnels: number
}

/** The API's directory of edges on a separate database, at a time that the caller sets. */
export interface EdgeDirectory {
  /** Records an edge's description of itself. */
  report(edge: ReportingEdge, now: Date): Promise<void>
  /** Drains an edge, or undrains it. */
  drain(url: string, isDrained: boolean): Promise<void>
  /** Returns the addresses that an agent of a region receives. */
  nameEdges(region: string, now: Date): Promise<string[]>
  /** Returns the edges that must release agents. */
  planReleases(now: Date): Promise<Release[]>
  /** Returns the regions to which agents that are elsewhere must return. */
  planReturns(now: Date): Promise<Return[]>
  close(): Promise<void>
}

/** Opens a directory without edges in a folder. */
export async function openEdgeDirectory(folder: string): Promise<EdgeDirectory> {
  const { db, close } = await openEmbedded(join(folder, 'directory'))
  return {
    report: async ({ url, region, capacity, tunnels }, now) => {
      const described = {
        name: url,
        agentUrl: url,
        process: null,
        siblingUrl: null,
        region,
        capacity,
        tunnelCount: tunnels,
        version: '0',
      }
      await touchEdge(
        db,
        url,
        { ...described, state: 'serving', authority: null, lastSeenAt: now },
        edgeSilentBefore(now),
      )
    },
    drain: async (url, isDrained) => await db.transaction().execute((trx) => setDrained(trx, [url], isDrained)),
    nameEdges: async (region, now) => {
      const offered = await findOfferedEdges(db, region, edgeSilentBefore(now), edgeUrlsMax)
      return chooseEdgeUrls(offered, { tunnelUrl: 'none' })
    },
    planReleases: async (now) => planReleases(await listLoads(db, edgeSilentBefore(now))),
    planReturns: async (now) => planReturns(await listLoads(db, edgeSilentBefore(now))),
    close,
  }
}
