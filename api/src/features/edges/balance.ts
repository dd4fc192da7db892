import type { App } from '../../platform/app.ts'
import { releaseAgents, returnAgents } from '../agents/releases.ts'
import { edgeSilentBefore, type Release, releasedMax, type Return } from '../agents/rules.ts'
import * as repository from './repository.ts'
import type { EdgeLoad } from './rules.ts'

/** How much fuller than the emptiest edge of its region an edge may be, as a fraction of its capacity: new agents are spread by tenths too. */
const differenceMax = 0.1

/** The largest fraction of an edge's agents that move at once. */
const partMax = 0.1

/** Moves agents back to their region, and from full edges to emptier ones of the same region: an edge was added, or started again. */
export async function balanceEdges(app: App): Promise<void> {
  const loads = await repository.listLoads(app.db, edgeSilentBefore(app.clock.now()))
  for (const home of planReturns(loads)) {
    const agents = await returnAgents(app, home)
    if (agents > 0) app.log.info({ region: home.region, agents }, 'agents are sent back to their region')
  }
  for (const release of planReleases(loads)) {
    const agents = await releaseAgents(app, release)
    if (agents > 0) app.log.info({ agentUrl: release.agentUrl, agents }, 'agents are sent to edges that are less full')
  }
}

/** Returns how many agents are to leave each edge that is fuller than the mean of its region, if the region is uneven. */
export function planReleases(loads: readonly EdgeLoad[]): Release[] {
  return [...Map.groupBy(loads, ({ region }) => region).values()].flatMap((near) => {
    const fullness = fullnessOf({
      tunnelCount: near.reduce((sum, { tunnelCount }) => sum + tunnelCount, 0),
      capacity: near.reduce((sum, { capacity }) => sum + capacity, 0),
    })
    const each = near.map(fullnessOf)
    if (Math.max(...each) - Math.min(...each) <= differenceMax) return []
    const urlsWithCapacity = near.filter((load) => fullnessOf(load) < fullness).map(({ agentUrl }) => agentUrl)
    return near.flatMap(({ agentUrl, tunnelCount, capacity, processes }) => {
      const excess = tunnelCount - Math.ceil(fullness * capacity)
      const agents = Math.ceil(Math.min(excess, tunnelCount * partMax) / processes)
      return agents > 0 ? [{ agentUrl, urlsWithCapacity, agents: Math.min(agents, releasedMax) }] : []
    })
  })
}

/** Returns the regions that edges serve, if there are several, with the most agents that may return to each. */
export function planReturns(loads: readonly EdgeLoad[]): Return[] {
  const byRegion = [...Map.groupBy(loads, ({ region }) => region)]
  if (byRegion.length < 2) return []
  return byRegion.flatMap(([region, edges]) => {
    const homeUrls = edges.map(({ agentUrl }) => agentUrl)
    return region === null ? [] : [{ region, homeUrls, agents: homeUrls.length * releasedMax }]
  })
}

function fullnessOf({ tunnelCount, capacity }: Pick<EdgeLoad, 'tunnelCount' | 'capacity'>): number {
  return tunnelCount / capacity
}
