import { isFit, pickBetter } from '../tunnels/pool.ts'
import type { ReachableTunnel } from '../tunnels/reachable.ts'
import type { TunnelTable } from '../tunnels/tunnel-table.ts'
import type { Found, RemoteTunnels } from './remote-tunnels.ts'

/** The tunnel that a request goes to, or that there is none, or that it cannot be determined now. */
export type Chosen = ReachableTunnel | Exclude<Found, ReachableTunnel>

/** Chooses between the tunnels of agents here and those at other edges. A tunnel here that can serve is preferred: it costs no hop. */
export class ReachableTunnels {
  /** The tunnels at other edges, once hops are available; undefined if the edge serves its own sessions only. */
  remote: RemoteTunnels | undefined
  readonly #here: TunnelTable

  constructor(here: TunnelTable) {
    this.#here = here
  }

  /** Returns the tunnel here that a request goes to, if no other edge need be considered; see `Pool.choose`. */
  chooseHere(hostname: string, isRetryable: boolean): ReachableTunnel | undefined {
    const local = this.#here.choose(hostname, isRetryable)
    return local !== undefined && (this.remote === undefined || isFit(local)) ? local : undefined
  }

  /** Returns the tunnel that a request goes to; a promise if other edges must be looked up first. If no other edge has an agent that was here, this edge waits for it. */
  choose(hostname: string, isRetryable: boolean): Chosen | Promise<Chosen> {
    const found = this.remote?.find(hostname, isRetryable) ?? 'none'
    // The agent may have connected here meanwhile.
    const choose = (known: Found): Chosen => {
      const remote = typeof known === 'string' ? undefined : known
      return pickBetter(this.#here.choose(hostname, isRetryable), remote) ?? known
    }
    return found instanceof Promise ? found.then(choose) : choose(found)
  }

  /** Returns another agent of a pool for a request that was sent to some, as far as is known without asking. */
  findOther(hostname: string, tried: ReadonlySet<string>): ReachableTunnel | undefined {
    const local = this.#here.choose(hostname, true, tried)
    const isEnough = this.remote === undefined || (local !== undefined && isFit(local))
    const other = isEnough ? local : pickBetter(local, this.remote?.findOther(hostname, tried))
    return other?.isConnected === true ? other : undefined
  }

  /** Finds the tunnel of an agent of a hostname; of any agent if `agentId` is null. */
  async find(hostname: string, agentId: string | null): Promise<ReachableTunnel | undefined> {
    const local = agentId === null ? this.#here.find(hostname) : this.#here.findAgent(hostname, agentId)
    if (local?.isConnected === true || this.remote === undefined) return local
    return (await this.remote.findTunnel(hostname, agentId)) ?? local
  }

  /** Returns a tunnel of a hostname, as far as is known without asking, to read what all of them have in common. */
  peek(hostname: string): ReachableTunnel | undefined {
    return this.#here.find(hostname) ?? this.remote?.peek(hostname)
  }
}
