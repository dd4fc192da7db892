import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'node:http'
import { until } from '../until.ts'
import { type FaultKind, listFaults } from './faults.ts'
import type { Installation } from './installation.ts'
import { Ledger } from './ledger.ts'
import { Random } from './random.ts'
import { MemoryRecord, type MemorySlope, readAll } from './memory-record.ts'
import type { RunningProcess } from '../processes.ts'
import { type Resources, findGrowth, slackOfOne, slackOfSeveral } from './resources.ts'
import { type Kill, checkUsage } from './usage-check.ts'
import { type Target, type Visit, kinds, sendInvalidRequest, together, invalidRequests } from './visits.ts'

/** A program's resources before and after the second half. */
export interface ResourceComparison {
  program: string
  before: Resources
  after: Resources
}

export interface SoakOptions {
  seed: number
  minutes: number
  visitors: number
}

/** The longest time until all is well after a fault: three heartbeats, a wait before the next dial, and a busy machine. */
const recoveryMs = 120_000
/** The edge reserves the hostname of a departed agent for a minute. */
const quietMs = 90_000
/** How many requests of one address a shipped agent carries at once, minus a margin for unfinished ones of others. */
const concurrentRequests = 200
/** How often memory is read in the second half: this many times, but no more often than every 10 s. */
const memorySamples = 60
const memoryMs = 10_000

/** Runs visitors and faults against an installation, and records what must not happen. */
export class Soak {
  readonly ledger = new Ledger()
  readonly comparisons: ResourceComparison[] = []
  slopes: MemorySlope[] = []
  readonly #kills: Kill[] = []
  readonly #installation: Installation
  readonly #options: SoakOptions
  readonly #random: Random
  #keepAliveAgent = new Agent({ keepAlive: true })
  #isRunning = false

  constructor(installation: Installation, options: SoakOptions) {
    this.#installation = installation
    this.#options = options
    this.#random = new Random(options.seed)
  }

  async run(): Promise<void> {
    const halfMs = this.#options.minutes * 30_000
    await this.#disturb(halfMs, false)
    const before = await this.#readSettled()
    const record = new MemoryRecord(this.#listSurvivors(), Math.max(memoryMs, halfMs / memorySamples))
    try {
      await this.#disturb(halfMs, true)
    } finally {
      this.slopes = await record.stop()
    }
    await this.#compare(before)
    await checkUsage(this.#installation, this.ledger, this.#kills)
    await this.#checkCapacity()
    for (const [name, { stdout }] of this.#listServers()) {
      for (const [line, time] of stdout.matchAll(/^{"level":[56]0,"time":(\d+).*/gm)) {
        if (!this.ledger.mayHaveLogged(Number(time))) this.ledger.violate(`The ${name} logged an error: ${line}`)
      }
    }
  }

  /** Runs visits and faults for this long, the faults in turn; resolves when no visitor is left. */
  async #disturb(forMs: number, sparesFirst: boolean): Promise<void> {
    const endMs = performance.now() + forMs
    this.#isRunning = true
    const visitors = Array.from({ length: this.#options.visitors }, (_, index) => this.#visitAgainAndAgain(index))
    const faults = listFaults(this.#installation)
    try {
      await delay(3_000)
      while (performance.now() < endMs) {
        for (const fault of this.#random.shuffle(faults)) {
          if (performance.now() >= endMs) break
          await this.#inject(fault, sparesFirst)
          await delay(this.#random.between(500, 3_000))
        }
      }
    } finally {
      this.#isRunning = false
      await Promise.all(visitors)
      this.#keepAliveAgent.destroy()
      this.#keepAliveAgent = new Agent({ keepAlive: true })
    }
  }

  async #inject(fault: FaultKind, sparesFirst: boolean): Promise<void> {
    const plan = fault.plan(this.#installation, this.#random, sparesFirst)
    if (plan === undefined) return
    const { scope, killedEdge, inject } = plan
    await this.ledger.during(fault.name, scope, async () => {
      if (killedEdge !== undefined) this.#kills.push({ edge: killedEdge, atMs: performance.now() })
      await inject()
      const { tunnels, edges } = this.#installation
      for (const tunnel of tunnels.keys()) for (const edge of edges.keys()) await this.#waitForRecovery(tunnel, edge)
    })
    for (const [index, { agent }] of this.#installation.tunnels.entries()) {
      if (agent.exit !== undefined) this.ledger.violate(`agent ${index} ended by itself\n${agent.stderr}`)
    }
  }

  #waitForRecovery(index: number, edge: number): Promise<void> {
    const visit = kinds['small, new connection']?.(this.#random)
    return until(
      `agent ${index} answers at edge ${edge}`,
      async () => visit !== undefined && (await this.#visit('until well', visit, { index, edge, mustSucceed: false })),
      recoveryMs,
    )
  }

  async #visitAgainAndAgain(number: number): Promise<void> {
    const random = new Random(this.#options.seed + number + 1)
    const names = Object.keys(kinds)
    while (this.#isRunning) {
      const kind = names[random.between(0, names.length)]
      const visit = kind === undefined ? undefined : kinds[kind]?.(random)
      const edge = random.between(0, this.#installation.edges.length - 1)
      const index = random.between(0, this.#installation.tunnels.length - 1)
      if (kind === undefined || visit === undefined) await this.#sendInvalidRequest(random, edge)
      else await this.#visit(kind, visit, { index, edge, mustSucceed: true })
    }
  }

  /** Visits a tunnel through an edge. Reports whether everything arrived. */
  async #visit(
    kind: string,
    visit: Visit,
    { index, edge, mustSucceed }: { index: number; edge: number; mustSucceed: boolean },
  ): Promise<boolean> {
    const exchange = this.ledger.begin(kind, index, edge, visit)
    try {
      await visit.run(this.#target(index, edge))
      // An aborted visit may or may not have been counted.
      this.ledger.end(exchange)
      exchange.isComplete = kind !== 'aborted'
      return true
    } catch (error) {
      if (mustSucceed) this.ledger.end(exchange, asError(error))
      // An edge that is gone refuses at once: a thousand failures a second would be useless.
      await delay(50)
      return false
    }
  }

  async #sendInvalidRequest(random: Random, edge: number): Promise<void> {
    const exchange = this.ledger.begin('wrong request', undefined, edge, { dataOut: 0 })
    try {
      await sendInvalidRequest(this.#target(0, edge), random.pick(invalidRequests))
      this.ledger.end(exchange)
    } catch (error) {
      const fault = this.ledger.faults.at(-1)
      const isAway = fault !== undefined && fault.endedMs === undefined && fault.name.startsWith('edge')
      this.ledger.end(exchange, isAway ? undefined : asError(error))
      await delay(50)
    }
  }

  #target(index: number, edge: number): Target {
    const { tunnels, edges } = this.#installation
    const { site, securePort } = edges[edge] ?? {}
    return {
      hostname: tunnels[index]?.hostname ?? '',
      port: site?.edgePort ?? 0,
      securePort: securePort ?? 0,
      keepAliveAgent: this.#keepAliveAgent,
    }
  }

  #listServers(): Map<string, RunningProcess> {
    const { edges, apis } = this.#installation
    return new Map([
      ...edges.map(({ program }, index) => [`edge ${index + 1}`, program] as const),
      ...apis.map(({ api }, index) => [`API ${index + 1}`, api] as const),
    ])
  }

  /** Lists the programs that survive the second half. */
  #listSurvivors(): Map<string, RunningProcess> {
    const { edges, apis, tunnels } = this.#installation
    const [edge, node, tunnel] = [edges[0], apis[0], tunnels[0]]
    if (!edge || !node || !tunnel) throw new Error('The installation has not begun.')
    return new Map([
      ['edge', edge.program],
      ['API', node.api],
      ['agent', tunnel.agent],
    ])
  }

  async #readSettled(): Promise<Map<string, Resources>> {
    // Resources that are released within a moment do not count as growth.
    await delay(5_000)
    return await readAll(this.#listSurvivors())
  }

  /** Checks that each tunnel still carries as many concurrent requests as before: every slot was released. */
  async #checkCapacity(): Promise<void> {
    for (const index of this.#installation.tunnels.keys()) {
      await this.#visit('all at once', together(concurrentRequests), { index, edge: 0, mustSucceed: true })
    }
  }

  async #compare(before: Map<string, Resources>): Promise<void> {
    const endMs = performance.now() + quietMs
    const slack = this.#installation.shared === undefined ? slackOfOne : slackOfSeveral
    for (;;) {
      const after = await this.#readSettled()
      const grown = [...before].flatMap(([program, was]) =>
        findGrowth(was, after.get(program) ?? was, slack).map((what) => `${program}: ${what}`),
      )
      if (grown.length > 0 && performance.now() < endMs) continue
      for (const what of grown) this.ledger.violate(`still held after ${quietMs / 1_000} s of quiet: ${what}`)
      for (const [program, was] of before)
        this.comparisons.push({ program, before: was, after: after.get(program) ?? was })
      return
    }
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('something else than an error was thrown', { cause: thrown })
}
