import { isFit, pickBetter } from '../tunnels/pool.ts'
import type { ReachableTunnel } from '../tunnels/reachable.ts'
import type { TunnelTable } from '../tunnels/tunnel-table.ts'
import type { LookUpOutcome, RemoteTunnels } from './remote-tunnels.ts'

/** The tunnel that a request goes to, or that there is none, or that it cannot be determined now. */
export type TunnelChoice = ReachableTunnel | Exclude<LookUpOutcome, ReachableTunnel>

/** Chooses between the tunnels of agents here and those at other edges. A tunnel here that can serve is preferred: it costs no hop. */
export class ReachableTunnels {
  /** The tunnels at other edges, once hops are available; undefined if the edge serves its own sessions only. */
  remote: RemoteTunnels | undefined
  readonly #localTunnels: TunnelTable

  constructor(localTunnels: TunnelTable) {
    this.#localTunnels = localTunnels
  }

  /** Returns the tunnel here that a request goes to, if no other edge need be considered; see `Pool.choose`. */
  chooseLocal(hostname: string, isRetryable: boolean): ReachableTunnel | undefined {
    const local = this.#localTunnels.choose(hostname, isRetryable)
    return local !== undefined && (this.remote === undefined || isFit(local)) ? local : undefined
  }

  /** Returns the tunnel that a request goes to; a promise if other edges must be looked up first. If no other edge has an agent that was here, this edge waits for it. */
  choose(hostname: string, isRetryable: boolean): TunnelChoice | Promise<TunnelChoice> {
    const found = this.remote?.find(hostname, isRetryable) ?? 'none'
    // The agent may have connected here meanwhile.
    const choose = (known: LookUpOutcome): TunnelChoice => {
      const remote = typeof known === 'string' ? undefined : known
      return pickBetter(this.#localTunnels.choose(hostname, isRetryable), remote) ?? known
    }
    return found instanceof Promise ? found.then(choose) : choose(found)
  }

  /** Returns another agent of a pool for a request that was sent to some, as far as is known without asking. */
  findOther(hostname: string, tried: ReadonlySet<string>): ReachableTunnel | undefined {
    const local = this.#localTunnels.choose(hostname, true, tried)
    const isEnough = this.remote === undefined || (local !== undefined && isFit(local))
    const other = isEnough ? local : pickBetter(local, this.remote?.findOther(hostname, tried))
    return other?.isConnected === true ? other : undefined
  }

  /** Finds the tunnel of an agent of a hostname; of any agent if `agentId` is null. */
  async find(hostname: string, agentId: string | null): Promise<ReachableTunnel | undefined> {
    const local = agentId === null ? this.#localTunnels.find(hostname) : this.#localTunnels.findAgent(hostname, agentId)
    if (local?.isConnected === true || this.remote === undefined) return local
    return (await this.remote.findTunnel(hostname, agentId)) ?? local
  }

  /** Returns a tunnel of a hostname, as far as is known without asking, to read what all of them have in common. */
  peek(hostname: string): ReachableTunnel | undefined {
    return this.#localTunnels.find(hostname) ?? this.remote?.peek(hostname)
  }
}
