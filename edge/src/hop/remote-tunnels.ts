import { setTimeout as delay } from 'node:timers/promises'
import { type FaultBearer, guard } from '@culvert/program/guard'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { FaultReport } from '../reporting.ts'
import { type Route, type RouteDirectory, RoutesUnknown } from '../routes/directory.ts'
import type { TunnelRegistry } from '../tunnels/registry.ts'
import type { UsageMeter } from '../usage/meter.ts'
import { Pool } from '../tunnels/pool.ts'
import { RemoteTunnel } from './remote-tunnel.ts'
import type { HopRouter } from './hop-router.ts'

export interface RemoteTunnelsOptions {
  /** Where the other edges, or the other processes, are, and what they serve. */
  directory: RouteDirectory
  hopRouter: HopRouter
  registry: TunnelRegistry
  accounts: Accounts
  meter: UsageMeter
  /** Resolves when the accounts' refused addresses and the blocked hostnames are known. */
  accessRulesLoaded: Promise<unknown>
  /** How long a request waits for a session that reaches its agent, in milliseconds. */
  parkMs: number
  reportFault: FaultReport
}

/** What a look-up of a hostname finds: the tunnel at another edge that a request goes to, or that there is none, or that it cannot be determined now. */
export type LookUpOutcome = RemoteTunnel | 'none' | 'unknown'

/** The time between two checks for unused tunnels, and how long one is kept unused; milliseconds. */
const checkIntervalMs = 5_000
const unusedMs = 30_000
/** How long IP restrictions and blocked hostnames may take to be read at the edge's start, in milliseconds. */
const accessRulesMs = 5_000

/** The tunnels at other edges for which requests have arrived here. */
export class RemoteTunnels implements FaultBearer {
  readonly bearerName = 'remote tunnels'
  readonly #options: RemoteTunnelsOptions
  readonly #byHostname = new Map<string, Pool<RemoteTunnel>>()
  readonly #byAgent = new Map<string, RemoteTunnel>()
  /** Tunnels that have ended or were replaced, while their requests still count. */
  readonly #ending = new Set<RemoteTunnel>()
  /** The routes from which the tunnels of a hostname were made. */
  readonly #sourceRoutes = new WeakMap<Pool<RemoteTunnel>, readonly Route[]>()
  readonly #timer: NodeJS.Timeout
  #areAccessRulesLoaded = false

  constructor(options: RemoteTunnelsOptions) {
    this.#options = options
    void options.accessRulesLoaded.then(() => (this.#areAccessRulesLoaded = true))
    this.#timer = setInterval(
      guard('remote-tunnels.look', this, () => this.#releaseUnused()),
      checkIntervalMs,
    ).unref()
  }

  /** The next check continues. */
  onFault(error: unknown, place: string): void {
    this.#options.reportFault(error, place)
  }

  /** Returns the tunnel at another edge that a request for a hostname goes to; a promise if it must be looked up first; see `Pool.choose`. */
  find(hostname: string, isRetryable: boolean): LookUpOutcome | Promise<LookUpOutcome> {
    const routes = this.#options.directory.peek(hostname)
    const isKnown = routes !== undefined && (routes.length === 0 || this.#areAccessRulesLoaded)
    return isKnown
      ? (this.#update(hostname, routes)?.choose(isRetryable) ?? 'none')
      : this.#lookUp(hostname, isRetryable)
  }

  /** Returns another agent of a pool for a request that was sent to some, as far as is known without asking. */
  findOther(hostname: string, tried: ReadonlySet<string>): RemoteTunnel | undefined {
    const routes = this.#options.directory.peek(hostname)
    // Routes are forgotten when one was wrong; the agents that they named are still there, except one.
    const pool = routes === undefined ? this.#byHostname.get(hostname) : this.#update(hostname, routes)
    return pool?.choose(true, tried)
  }

  /** Finds the tunnel of an agent of a hostname; of any agent if `agentId` is null. */
  async findTunnel(hostname: string, agentId: string | null): Promise<RemoteTunnel | undefined> {
    const found = await this.find(hostname, true)
    if (agentId === null) return found instanceof RemoteTunnel ? found : undefined
    return this.#byHostname.get(hostname)?.members.find((tunnel) => tunnel.agentId === agentId)
  }

  /** Returns a tunnel of a hostname if it has been in use here, to read what all of them have in common. */
  peek(hostname: string): RemoteTunnel | undefined {
    return this.#byHostname.get(hostname)?.find()
  }

  /** Called when the API has ended an agent. */
  endByApi(agentId: string): void {
    const tunnel = this.#byAgent.get(agentId)
    if (tunnel !== undefined) this.#end(tunnel)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const tunnel of this.#byAgent.values()) this.#end(tunnel)
  }

  async #lookUp(hostname: string, isRetryable: boolean): Promise<LookUpOutcome> {
    try {
      const routes = await this.#options.directory.lookUp(hostname)
      // While the API is away, it is known that a hostname has no tunnel, but not which addresses the account refuses.
      if (routes.length > 0 && !this.#areAccessRulesLoaded) await this.#awaitAccessRules()
      return this.#update(hostname, routes)?.choose(isRetryable) ?? 'none'
    } catch {
      return 'unknown'
    }
  }

  /** Throws RoutesUnknown if it takes too long. */
  async #awaitAccessRules(): Promise<void> {
    const late = delay(accessRulesMs, undefined, { ref: false }).then(() => {
      throw new RoutesUnknown('It is not known yet whom the account refuses.')
    })
    await Promise.race([this.#options.accessRulesLoaded, late])
  }

  /** Updates the tunnels of a hostname from its routes, and returns them; undefined if there are none. */
  #update(hostname: string, routes: readonly Route[]): Pool<RemoteTunnel> | undefined {
    const { accounts, registry } = this.#options
    const former = this.#byHostname.get(hostname)
    if (former !== undefined && this.#sourceRoutes.get(former) === routes) return former
    const agents = findAgents(routes, registry)
    for (const tunnel of former?.members ?? []) if (!agents.has(tunnel.agentId)) this.#end(tunnel)
    if (agents.size === 0) return undefined
    const pool = former ?? new Pool<RemoteTunnel>()
    for (const route of agents.values()) {
      const account = accounts.open(route.accountId, route.limits, route.issuedAt)
      const known = pool.members.find(({ agentId }) => agentId === route.agentId)
      const tunnel = known ?? this.#open(hostname, route, account, pool)
      tunnel.isConnected = routes.some(({ agentId, isConnected }) => agentId === tunnel.agentId && isConnected)
    }
    this.#byHostname.set(hostname, pool)
    this.#sourceRoutes.set(pool, routes)
    return pool
  }

  #open(hostname: string, route: Route, account: Account, pool: Pool<RemoteTunnel>): RemoteTunnel {
    const { meter, hopRouter, parkMs } = this.#options
    const tunnel = new RemoteTunnel(hostname, route, account, meter.addCounter(route), hopRouter, parkMs)
    pool.add(tunnel)
    this.#byAgent.set(tunnel.agentId, tunnel)
    return tunnel
  }

  #end(tunnel: RemoteTunnel): void {
    const pool = this.#byHostname.get(tunnel.hostname)
    pool?.remove(tunnel)
    if (pool?.size === 0) this.#byHostname.delete(tunnel.hostname)
    if (this.#byAgent.get(tunnel.agentId) === tunnel) this.#byAgent.delete(tunnel.agentId)
    this.#ending.add(tunnel)
    tunnel.end()
  }

  #releaseUnused(): void {
    const usedSinceMs = performance.now() - unusedMs
    const isUnused = ({ openRequests, usedMs }: RemoteTunnel) => openRequests === 0 && usedMs < usedSinceMs
    // The tunnels of a pool stay together: a choice is made among all of them.
    for (const { members } of this.#byHostname.values()) {
      if (members.every(isUnused)) for (const tunnel of members) this.#end(tunnel)
    }
    for (const tunnel of this.#ending) {
      if (tunnel.openRequests > 0) continue
      this.#ending.delete(tunnel)
      tunnel.usage.release()
    }
  }
}

/** Returns a route of each agent that serves: the one whose ticket is the newest and the others in its pool, except those that the API has ended. */
function findAgents(routes: readonly Route[], registry: TunnelRegistry): Map<string, Route> {
  const agents = new Map<string, Route>()
  let newest: Route | undefined
  for (const route of routes) {
    if (registry.hasEnded(route.agentId)) continue
    const known = agents.get(route.agentId)
    if (known === undefined || route.issuedAt > known.issuedAt) agents.set(route.agentId, route)
    if (newest === undefined || route.issuedAt > newest.issuedAt) newest = route
  }
  for (const [agentId, route] of agents) {
    if (newest !== undefined && route !== newest && !areInSamePool(route, newest)) agents.delete(agentId)
  }
  return agents
}

function areInSamePool(one: Route, other: Route): boolean {
  const isOfOnePlace = one.accountId === other.accountId && one.gatewayId === other.gatewayId
  return isOfOnePlace && one.isPooled && other.isPooled
}
