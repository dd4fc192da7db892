import { guard } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { Accounts } from '../accounts/accounts.ts'
import type { FaultReport } from '../reporting.ts'
import type { Route, RouteDirectory } from '../routes/directory.ts'
import type { TunnelRegistry } from '../tunnels/registry.ts'
import type { UsageMeter } from '../usage/meter.ts'
import { RemoteTunnel } from './remote-tunnel.ts'
import type { Ways } from './ways.ts'

export interface RemoteTunnelsOptions {
  directory: RouteDirectory
  ways: Ways
  registry: TunnelRegistry
  accounts: Accounts
  meter: UsageMeter
  /** Resolves when it is known whom accounts refuse and what is blocked. */
  refusalsLoaded: Promise<unknown>
  /** How long a request waits for a way to its agent, in milliseconds. */
  parkMs: number
  reportFault: FaultReport
}

/** What is found of a hostname: the tunnel at another edge; that there is none; or that it cannot be known now. */
export type Found = RemoteTunnel | 'none' | 'unknown'

/** The time between two looks for tunnels that nobody uses, and how long one stays unused; milliseconds. */
const lookMs = 5_000
const unusedMs = 30_000

/** The tunnels at other edges for which requests have come here. */
export class RemoteTunnels implements FaultBearer {
  readonly bearerName = 'remote tunnels'
  readonly #options: RemoteTunnelsOptions
  readonly #byHostname = new Map<string, RemoteTunnel>()
  /** Those that have ended or were replaced, while their requests still count. */
  readonly #ending = new Set<RemoteTunnel>()
  readonly #updated = new WeakMap<RemoteTunnel, readonly Route[]>()
  readonly #timer: NodeJS.Timeout
  #areRefusalsLoaded = false

  constructor(options: RemoteTunnelsOptions) {
    this.#options = options
    void options.refusalsLoaded.then(() => (this.#areRefusalsLoaded = true))
    this.#timer = setInterval(
      guard('remote-tunnels.look', this, () => this.#releaseUnused()),
      lookMs,
    ).unref()
  }

  /** The next look continues. */
  onFault(error: unknown, place: string): void {
    this.#options.reportFault(error, place)
  }

  /** Returns the tunnel of a hostname at another edge, with a promise where it must be looked up first. */
  find(hostname: string): Found | Promise<Found> {
    const routes = this.#options.directory.peek(hostname)
    return routes !== undefined && this.#areRefusalsLoaded ? this.#take(hostname, routes) : this.#look(hostname)
  }

  /** Returns the tunnel of a hostname if it has been in use here. */
  peek(hostname: string): RemoteTunnel | undefined {
    return this.#byHostname.get(hostname)
  }

  /** The tunnels that have been in use here. */
  list(): Iterable<RemoteTunnel> {
    return this.#byHostname.values()
  }

  /** Called when the API has ended an agent. */
  endByApi(agentId: string): void {
    for (const tunnel of this.#byHostname.values()) if (tunnel.agentId === agentId) this.#end(tunnel)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const tunnel of this.#byHostname.values()) this.#end(tunnel)
  }

  async #look(hostname: string): Promise<Found> {
    try {
      await this.#options.refusalsLoaded
      return this.#take(hostname, await this.#options.directory.look(hostname))
    } catch {
      return 'unknown'
    }
  }

  #take(hostname: string, routes: readonly Route[]): Found {
    const { registry, accounts, meter, ways, parkMs } = this.#options
    const newest = findNewest(routes, registry)
    const known = this.#byHostname.get(hostname)
    if (newest === undefined) return 'none'
    const isSame = known?.agentId === newest.agentId && !known.isEnded
    if (isSame && this.#updated.get(known) === routes) return known
    if (known !== undefined && !isSame) this.#end(known)
    const account = accounts.open(newest.accountId, newest.limits, newest.issuedAt)
    const tunnel = isSame ? known : new RemoteTunnel(hostname, newest, account, meter.addCounter(newest), ways, parkMs)
    this.#byHostname.set(hostname, tunnel)
    this.#updated.set(tunnel, routes)
    tunnel.isConnected = routes.some(({ agentId, isConnected }) => agentId === tunnel.agentId && isConnected)
    return tunnel
  }

  #end(tunnel: RemoteTunnel): void {
    if (this.#byHostname.get(tunnel.hostname) === tunnel) this.#byHostname.delete(tunnel.hostname)
    this.#ending.add(tunnel)
    tunnel.end()
  }

  /** An upload may outlast its answer, and what it brings is counted: so a counter stays for a while after the last request. */
  #releaseUnused(): void {
    const usedSinceMs = performance.now() - unusedMs
    const isUnused = ({ running, usedMs }: RemoteTunnel) => running === 0 && usedMs < usedSinceMs
    for (const tunnel of this.#byHostname.values()) if (isUnused(tunnel)) this.#end(tunnel)
    for (const tunnel of this.#ending) {
      if (!isUnused(tunnel)) continue
      this.#ending.delete(tunnel)
      tunnel.usage.release()
    }
  }
}

/** The route of the agent whose ticket is the newest, unless the API has ended it. */
function findNewest(routes: readonly Route[], registry: TunnelRegistry): Route | undefined {
  let newest: Route | undefined
  for (const route of routes) {
    if (registry.hasEnded(route.agentId)) continue
    if (newest === undefined || route.issuedAt > newest.issuedAt) newest = route
  }
  return newest
}
