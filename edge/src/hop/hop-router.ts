import { BoundedMap } from '../bounded-map.ts'
import type { Route, RouteDirectory } from '../routes/directory.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import type { TunnelTable } from '../tunnels/tunnel-table.ts'
import type { EdgeLinks } from './edge-links.ts'
import { type Destination, HopSession } from './hop-session.ts'

export interface HopRouterOptions {
  directory: RouteDirectory
  links: EdgeLinks
  tunnels: TunnelTable
  region: string | undefined
  /** Called with the outcome each time a request needs a hop. */
  onHop: (result: HopOutcome) => void
}

/** The outcome of a request that needed a hop: it continued; its edge was not reached; its edge had lost the agent or never had it; or no edge has the agent. */
export type HopOutcome = 'carried' | 'unreached' | 'lost' | 'none'

/** How long an edge is skipped for an agent that it announced but did not have, or for which it was not reached, in milliseconds. */
const staleRouteMs = 2_000
const staleRoutesMax = 10_000

/** Chooses the edge by which an agent is reached. */
export class HopRouter {
  readonly #options: HopRouterOptions
  /** Routes that turned out to be wrong, by agent and edge, with the time until which they count as wrong; milliseconds of the monotonic clock. */
  readonly #staleRoutes = new BoundedMap<string, number>(staleRoutesMax)

  constructor(options: HopRouterOptions) {
    this.#options = options
  }

  /** Returns a session that accepts a tunnel's requests at once: the agent's own, if it is now here, or one to an edge. */
  find(destination: Destination): AgentSession | undefined {
    const local = this.#findLocal(destination)
    if (local !== undefined) return local
    const route = this.#choose(destination, this.#options.directory.peek(destination.hostname) ?? [])
    const session = route && this.#options.links.find(route.edge.id)
    if (route === undefined || session === undefined) return undefined
    this.#options.onHop('carried')
    return new HopSession(route, session, destination.hostname)
  }

  /** Looks up the routes and dials, as far as needed. Returns undefined if the edge was not reached, so that another may be; `none` if there is no other. */
  async connect(destination: Destination): Promise<AgentSession | 'none' | undefined> {
    const { directory, links, onHop } = this.#options
    const routes =
      directory.peek(destination.hostname) ?? (await directory.lookUp(destination.hostname).catch(() => []))
    const local = this.#findLocal(destination)
    if (local !== undefined) return local
    const route = this.#choose(destination, routes)
    if (route === undefined) {
      onHop('none')
      return 'none'
    }
    const session = await links.reach(route.edge)
    if (session !== undefined) {
      onHop('carried')
      return new HopSession(route, session, destination.hostname)
    }
    onHop('unreached')
    this.#addStaleRoute(destination, route.edge.id)
    return undefined
  }

  /** Called when an edge does not have the agent that it announced, or has lost it: for a short time another is asked, and the routes are looked up again. */
  noteStaleRoute(destination: Destination, edgeId: string): void {
    this.#options.onHop('lost')
    this.#addStaleRoute(destination, edgeId)
    this.#options.directory.forget(destination.hostname)
  }

  #addStaleRoute({ agentId }: Destination, edgeId: string): void {
    this.#staleRoutes.set(`${agentId} ${edgeId}`, performance.now() + staleRouteMs)
  }

  #findLocal({ hostname, agentId }: Destination): AgentSession | undefined {
    const session = this.#options.tunnels.findAgent(hostname, agentId)?.session
    return session?.isOpen === true ? session : undefined
  }

  /**
   * Returns the best of an agent's routes. An edge with a connected agent is preferred to one that waits for it, a staying edge to a leaving one, an edge that answers
   * to one that recently did not, and the same region to others; the rest is chance.
   */
  #choose({ agentId }: Destination, routes: readonly Route[]): Route | undefined {
    let best: Route | undefined
    let bestRank = Number.NEGATIVE_INFINITY
    for (const route of routes) {
      if (route.agentId !== agentId || this.#isStale(agentId, route.edge.id)) continue
      const rank = this.#rank(route)
      if (rank <= bestRank) continue
      best = route
      bestRank = rank
    }
    return best
  }

  #isStale(agentId: string, edgeId: string): boolean {
    if (this.#staleRoutes.size === 0) return false
    const untilMs = this.#staleRoutes.get(`${agentId} ${edgeId}`)
    return untilMs !== undefined && performance.now() < untilMs
  }

  #rank({ edge, isConnected }: Route): number {
    const { links, region } = this.#options
    return (
      Number(isConnected) * 8 +
      Number(!edge.isLeaving) * 4 +
      Number(!links.isAvoided(edge.id)) * 2 +
      Number(edge.region === region) +
      Math.random()
    )
  }
}
