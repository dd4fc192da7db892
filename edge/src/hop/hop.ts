import type { Logger } from 'pino'
import type { RouteDirectory } from '../routes/directory.ts'
import type { DialEdge } from './dial.ts'
import { EdgeLinks } from './edge-links.ts'
import { EdgeTickets } from './edge-tickets.ts'
import { IncomingSessions } from './incoming-sessions.ts'
import { RemoteTunnels, type RemoteTunnelsOptions } from './remote-tunnels.ts'
import { type HopOutcome, HopRouter } from './hop-router.ts'

export interface HopOptions extends Omit<RemoteTunnelsOptions, 'hopRouter'> {
  edgeId: string
  /** The addresses at which others dial this edge, and this process of it. */
  addresses: readonly string[]
  edgeSecret: string
  dial: DialEdge
  region: string | undefined
  log: Logger
}

/** Moves requests one hop to the edge that has the agent: requests that arrive here to other edges, and theirs to the agents here. */
export class Hop {
  readonly remote: RemoteTunnels
  readonly links: EdgeLinks
  readonly incoming: IncomingSessions
  /** How many requests needed a hop, by outcome. */
  readonly counts = new Map<HopOutcome, number>()
  readonly #directory: RouteDirectory

  constructor(options: HopOptions) {
    const { edgeId, addresses, edgeSecret, directory, dial, region, registry, reportFault, log } = options
    const tickets = new EdgeTickets(edgeId, addresses, edgeSecret)
    this.#directory = directory
    this.links = new EdgeLinks({ tickets, dial, reportFault, log })
    this.incoming = new IncomingSessions({ tickets, tunnels: registry.tunnels, reportFault })
    const onHop = (result: HopOutcome) => this.counts.set(result, (this.counts.get(result) ?? 0) + 1)
    const hopRouter = new HopRouter({ directory, links: this.links, tunnels: registry.tunnels, region, onHop })
    this.remote = new RemoteTunnels({ ...options, hopRouter })
    registry.watcher = {
      onChange: (hostname) => directory.announce(hostname),
      onEnded: (agentId) => this.remote.endByApi(agentId),
      onLeaving: (isLeaving) => directory.setLeaving(isLeaving),
    }
  }

  /** The number of hostnames whose routes are cached. */
  get knownRoutes(): number {
    return this.#directory.size
  }

  /** Accepts no more requests of other edges; those that are open have `graceMs` to finish. */
  leave(graceMs: number): void {
    this.incoming.close(graceMs)
  }

  /** Ends what is left, and withdraws what was announced, within `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.incoming.close(0)
    this.links.close(0)
    this.remote.close()
    await this.#directory.close(timeoutMs)
  }
}
