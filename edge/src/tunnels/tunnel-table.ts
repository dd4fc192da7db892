import { Pool } from './pool.ts'
import type { Tunnel } from './tunnel.ts'

/** The tunnels of an edge, including those that wait for their agents: by hostname, by agent and by resume token. */
export class TunnelTable {
  readonly #byHostname = new Map<string, Pool<Tunnel>>()
  readonly #byAgent = new Map<string, Tunnel>()
  readonly #byResumeToken = new Map<string, Tunnel>()

  get size(): number {
    return this.#byAgent.size
  }

  /** The hostnames of all tunnels. */
  get hostnames(): Iterable<string> {
    return this.#byHostname.keys()
  }

  [Symbol.iterator](): Iterator<Tunnel> {
    return this.#byAgent.values()
  }

  /** Returns a tunnel of a hostname to stand for all of them. */
  find(hostname: string): Tunnel | undefined {
    return this.#byHostname.get(hostname)?.find()
  }

  /** Returns the tunnel of a hostname that a request goes to; see `Pool.choose`. */
  choose(hostname: string, isRetryable: boolean, tried?: ReadonlySet<string>): Tunnel | undefined {
    return this.#byHostname.get(hostname)?.choose(isRetryable, tried)
  }

  /** The tunnels of a hostname. */
  list(hostname: string): readonly Tunnel[] {
    return this.#byHostname.get(hostname)?.members ?? []
  }

  /** Returns the tunnel of an agent, if it serves this hostname. */
  findAgent(hostname: string, agentId: string): Tunnel | undefined {
    const tunnel = this.#byAgent.get(agentId)
    return tunnel?.hostname === hostname ? tunnel : undefined
  }

  /** Returns the tunnel of an agent. */
  ofAgent(agentId: string): Tunnel | undefined {
    return this.#byAgent.get(agentId)
  }

  /** Returns the tunnel that is held for the bearer of a resume token. */
  ofBearer(resumeToken: string): Tunnel | undefined {
    return this.#byResumeToken.get(resumeToken)
  }

  add(tunnel: Tunnel): void {
    const pool = this.#byHostname.get(tunnel.hostname) ?? new Pool<Tunnel>()
    pool.add(tunnel)
    this.#byHostname.set(tunnel.hostname, pool)
    this.#byAgent.set(tunnel.agentId, tunnel)
    this.#byResumeToken.set(tunnel.resumeToken, tunnel)
  }

  delete(tunnel: Tunnel): void {
    const pool = this.#byHostname.get(tunnel.hostname)
    pool?.remove(tunnel)
    if (pool?.size === 0) this.#byHostname.delete(tunnel.hostname)
    this.#byAgent.delete(tunnel.agentId)
    this.#byResumeToken.delete(tunnel.resumeToken)
  }
}
