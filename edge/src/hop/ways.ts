import { BoundedMap } from '../bounded-map.ts'
import type { Route, RouteDirectory } from '../routes/directory.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import type { TunnelTable } from '../tunnels/tunnel-table.ts'
import type { EdgeLinks } from './edge-links.ts'
import { HopSession } from './hop-session.ts'
import type { Destination } from './hop-session.ts'

export interface WaysOptions {
  directory: RouteDirectory
  links: EdgeLinks
  tunnels: TunnelTable
  region: string | undefined
  /** Called for each way that a request was given, or not. */
  onHop: (result: HopResult) => void
}

/** What became of a request that needed a hop: it went on, its edge was not reached, or had lost its agent or none, or no edge has the agent. */
export type HopResult = 'carried' | 'unreached' | 'lost' | 'none'

/** How long an edge that had not the agent it announced comes after all others for it, in milliseconds. */
const wrongMs = 2_000
const wrongMax = 10_000

/** Chooses by which edge an agent is reached. */
export class Ways {
  readonly #options: WaysOptions
  /** Routes that turned out to be wrong, by agent and edge, and until when they count as such; milliseconds of the monotonic clock. */
  readonly #wrong = new BoundedMap<string, number>(wrongMax)

  constructor(options: WaysOptions) {
    this.#options = options
  }

  /** Returns a session that takes requests for a tunnel at once: its agent's own, should it have come here, or one to an edge. */
  find(destination: Destination): AgentSession | undefined {
    const local = this.#findLocal(destination)
    if (local !== undefined) return local
    const route = this.#choose(destination, this.#options.directory.peek(destination.hostname) ?? [])
    const session = route && this.#options.links.find(route.edge.id)
    if (route === undefined || session === undefined) return undefined
    this.#options.onHop('carried')
    return new HopSession(route, session, destination.hostname)
  }

  /** Looks the routes up and dials, as far as that is needed. Undefined when the edge was not reached, so that another may be; `none` when there is no other. */
  async seek(destination: Destination): Promise<AgentSession | 'none' | undefined> {
    const { directory, links, onHop } = this.#options
    const routes = directory.peek(destination.hostname) ?? (await directory.look(destination.hostname).catch(() => []))
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
    this.#noteWrong(destination, route.edge.id)
    return undefined
  }

  /** Called when an edge says that it has not the agent that it announced, or has lost it: for a moment another is asked, and the routes are looked up again. */
  noteWrong(destination: Destination, edgeId: string): void {
    this.#options.onHop('lost')
    this.#noteWrong(destination, edgeId)
    this.#options.directory.forget(destination.hostname)
  }

  #noteWrong({ agentId }: Destination, edgeId: string): void {
    this.#wrong.set(`${agentId} ${edgeId}`, performance.now() + wrongMs)
  }

  #findLocal({ hostname, agentId }: Destination): AgentSession | undefined {
    const session = this.#options.tunnels.findAgent(hostname, agentId)?.session
    return session?.isOpen === true ? session : undefined
  }

  /**
   * The best of an agent's routes: where it is connected before where it is awaited, an edge that stays before one that leaves, one that answers
   * before one that did not a moment ago, the same region before others, and then chance.
   */
  #choose({ agentId }: Destination, routes: readonly Route[]): Route | undefined {
    let best: Route | undefined
    let bestRank = Number.NEGATIVE_INFINITY
    for (const route of routes) {
      if (route.agentId !== agentId || this.#isWrong(agentId, route.edge.id)) continue
      const rank = this.#rank(route)
      if (rank <= bestRank) continue
      best = route
      bestRank = rank
    }
    return best
  }

  #isWrong(agentId: string, edgeId: string): boolean {
    if (this.#wrong.size === 0) return false
    const untilMs = this.#wrong.get(`${agentId} ${edgeId}`)
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
