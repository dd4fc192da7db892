import { type ApiNode, startApiNode } from './api-nodes.ts'
import { startBalancer } from './balancer.ts'
import { type Cable, createCable } from './cable.ts'
import type { Cleanup } from './cleanup.ts'
import { type Site, planSite } from './culvert.ts'
import { type RunningEdge, startNamedEdge } from './edges.ts'
import { findSparePorts } from './ports.ts'
import type { RedisServer } from './redis.ts'

/** One of the edges of an installation. */
export interface InstalledEdge extends RunningEdge {
  /** The address at which other edges reach it. */
  cable: Cable
  operationsUrl: string
}

/** An installation of several edges and two APIs, which find each other through Redis and PostgreSQL. */
export interface Installation {
  /** As seen by agents, people and edges: its `apiUrl` leads to whichever API is ready. */
  site: Site
  apis: ApiNode[]
  edges: InstalledEdge[]
}

/** Starts two APIs behind a balancer, and edges that forward requests to each other. */
export async function startInstallation(
  cleanup: Cleanup,
  databaseUrl: string,
  redis: RedisServer,
  env: Record<string, string> = {},
): Promise<Installation> {
  const site = await planSite(cleanup)
  const [port = 0] = await findSparePorts(1)
  site.apiUrl = `http://localhost:${port}`
  Object.assign(site.env, {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    CULVERT_PUBLIC_URL: site.apiUrl,
    CULVERT_API_URL: site.apiUrl,
    EDGE_PROCESSES: '1',
    // The load of these tests is not one that limits are meant for.
    TUNNEL_REQUESTS_PER_MINUTE: '10000000',
    TUNNEL_REQUEST_BURST: '10000000',
    ...env,
  })
  // The first one creates the tables.
  const apis = [await startApiNode(cleanup, site), await startApiNode(cleanup, site)]
  const backends = apis.map((node) => ({ port: Number(node.site.env.PORT), readyUrl: `${node.site.apiUrl}/readyz` }))
  await startBalancer(cleanup, port, backends)
  const edges = await Promise.all(['one', 'two', 'three'].map((name) => startInstalledEdge(cleanup, site, name)))
  return { site, apis, edges }
}

/** Reports whether an agent has a session at an edge, if there is only one agent. */
export async function hasAgent({ operationsUrl }: InstalledEdge): Promise<boolean> {
  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text()
  return /^culvert_edge_tunnels 1$/m.test(metrics)
}

async function startInstalledEdge(cleanup: Cleanup, site: Site, name: string): Promise<InstalledEdge> {
  const [operationsPort = 0] = await findSparePorts(1)
  let cable: Cable | undefined
  const edge = await startNamedEdge(cleanup, site, name, async (edgePort) => {
    cable = await createCable(cleanup, edgePort)
    return { EDGE_SIBLING_URL: `http://127.0.0.1:${cable.port}`, EDGE_OPERATIONS_PORT: String(operationsPort) }
  })
  if (!cable) throw new Error('The edge was started without a cable.')
  return { ...edge, cable, operationsUrl: `http://127.0.0.1:${operationsPort}` }
}
