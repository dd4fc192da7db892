import { expect } from 'vitest'
import { type RunningAgent, startAgent } from './agent.ts'
import type { Cleanup } from './cleanup.ts'
import { type CountingApp, ExactLoad, type Sent, startCountingApp } from './exact-load.ts'
import { type Installation, type InstalledEdge, hasAgent } from './installation.ts'
import { type Person, signUp } from './people.ts'
import { until } from './until.ts'
import { type VisitUsage, readStillUsage, readUsage } from './usage.ts'

/** The one agent of an installation, its app and its owner. */
export interface Tunnel {
  app: CountingApp
  owner: Person
  agent: RunningAgent
  hostname: string
  /** When the agent was connected; milliseconds of the monotonic clock. */
  connectedMs: number
}

/** Opens a tunnel to an app that counts. */
export async function openTunnel(cleanup: Cleanup, { site }: Installation): Promise<Tunnel> {
  const app = await startCountingApp(cleanup)
  const owner = await signUp(site, 'Ada')
  const { secret } = await owner.createAuthToken()
  const hostname = (await owner.createGateway('home')).subdomain
  const agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'home'] })
  return { app, owner, agent, hostname, connectedMs: performance.now() }
}

/** Resolves once the agent is at two of three edges, with these two first. */
export async function orderByHolder(
  edges: readonly InstalledEdge[],
): Promise<[InstalledEdge, InstalledEdge, InstalledEdge]> {
  let [first, second, third]: InstalledEdge[] = []
  await until('the agent is at two edges', async () => {
    const holders = await Promise.all(edges.map(hasAgent))
    ;[first, second] = edges.filter((_, index) => holders[index])
    third = edges.find((_, index) => !holders[index])
    return second !== undefined
  })
  if (!first || !second || !third) throw new Error('The agent is not at two of three edges.')
  return [first, second, third]
}

/** A constant load at each of several edges. */
export class Loads<Edge extends InstalledEdge = InstalledEdge> {
  readonly #loads: ExactLoad[]

  constructor(edges: readonly Edge[], hostname: string, perSecond = 40) {
    this.#loads = edges.map(({ site }) => new ExactLoad(site.edgePort, hostname, perSecond))
  }

  /** Resolves once each has had this many more answers. */
  async untilMore(count: number): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.untilMore(count)))
  }

  /** Resolves once the load at one edge has had this many more answers. */
  async untilMoreAtEdge(index: number, count: number): Promise<void> {
    await this.#loads[index]?.untilMore(count)
  }

  /** Stops all, and resolves with what each has sent. */
  async stop(): Promise<Sent[][]> {
    return await Promise.all(this.#loads.map((load) => load.stop()))
  }
}

export const isLost = ({ outcome }: Sent) => outcome !== 'answered'

/**
 * Checks that everything sent since a reading was counted: an answer once, anything else at most once. `isUnbilled` reports for which answers a count may be
 * missing.
 */
export async function expectCounted(
  owner: Person,
  before: VisitUsage,
  sent: readonly Sent[],
  isUnbilled: (one: Sent) => boolean = () => false,
): Promise<void> {
  const least = add(sent.filter((one) => !isLost(one) && !isUnbilled(one)))
  const most = add(sent)
  // Failed reports are sent again after a while.
  await until(
    'all is counted',
    async () => (await readUsage(owner)).apiRequests - before.apiRequests >= least.apiRequests,
  )
  const after = await readStillUsage(owner)
  for (const name of ['apiRequests', 'dataOutBytes'] as const) {
    expect(after[name] - before[name], name).toBeGreaterThanOrEqual(least[name])
    expect(after[name] - before[name], name).toBeLessThanOrEqual(most[name])
  }
}

function add(sent: readonly Sent[]): VisitUsage {
  return { apiRequests: sent.length, dataOutBytes: sent.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Resolves with the time once an edge has noticed that one of its sessions to others is over; milliseconds of the monotonic clock. */
export async function untilNoticed({ program }: InstalledEdge, act: () => unknown): Promise<number> {
  const count = () => program.stdout.split('session to an edge is over').length
  const before = count()
  await act()
  await until('the loss of a session is noticed', async () => count() > before)
  return performance.now()
}
