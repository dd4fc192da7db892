import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'node:http'
import { until } from '../until.ts'
import { listFaults } from './faults.ts'
import type { Installation } from './installation.ts'
import { Ledger } from './ledger.ts'
import { Random } from './random.ts'
import { type Resources, findGrowth, readResources } from './resources.ts'
import { checkUsage } from './usage-check.ts'
import { type Target, type Visit, kinds, sendWrongRequest, wrongRequests } from './visits.ts'

/** What a program held before and after the second half. */
export interface Held {
  program: string
  before: Resources
  after: Resources
}

export interface SoakOptions {
  seed: number
  minutes: number
  visitors: number
}

/** The longest that all may take to be well after a fault: three heartbeats, a wait before the next dial, and a busy machine. */
const recoveryMs = 120_000
/** The edge holds the hostname of an agent that went for a minute. */
const quietMs = 90_000

/** Lets visitors and faults loose on an installation, and notes what must not happen. */
export class Soak {
  readonly ledger = new Ledger()
  readonly held: Held[] = []
  /** When an edge was killed: what it had counted in the last 2 s may be lost; milliseconds of the monotonic clock. */
  readonly #kills: number[] = []
  readonly #installation: Installation
  readonly #options: SoakOptions
  readonly #random: Random
  #kept = new Agent({ keepAlive: true })
  #isVisited = false

  constructor(installation: Installation, options: SoakOptions) {
    this.#installation = installation
    this.#options = options
    this.#random = new Random(options.seed)
  }

  async run(): Promise<void> {
    const halfMs = this.#options.minutes * 30_000
    await this.#disturb(halfMs, true)
    const before = await this.#readAll()
    await this.#disturb(halfMs, false)
    await this.#compare(before)
    await checkUsage(this.#installation, this.ledger, this.#kills)
    const { api, edge } = this.#installation
    for (const [name, { stdout }] of Object.entries({ API: api, edge })) {
      if (/"level":[56]0/.test(stdout))
        this.ledger.violate(`The ${name} logged an error: ${/.*"level":[56]0.*/.exec(stdout)?.[0]}`)
    }
  }

  /** Visits and faults for so long, the faults each in turn; resolves when no visitor is left. */
  async #disturb(forMs: number, mayEndServers: boolean): Promise<void> {
    const endMs = performance.now() + forMs
    this.#isVisited = true
    const visitors = Array.from({ length: this.#options.visitors }, (_, index) => this.#visitAgainAndAgain(index))
    const faults = listFaults(this.#installation).filter(({ endsServer }) => mayEndServers || !endsServer)
    try {
      await delay(3_000)
      while (performance.now() < endMs) {
        for (const fault of this.#random.shuffle(faults)) {
          if (performance.now() >= endMs) break
          await this.#make(fault)
          await delay(this.#random.between(500, 3_000))
        }
      }
    } finally {
      this.#isVisited = false
      await Promise.all(visitors)
      this.#kept.destroy()
      this.#kept = new Agent({ keepAlive: true })
    }
  }

  async #make(fault: ReturnType<typeof listFaults>[number]): Promise<void> {
    const { affects, make } = fault.plan(this.#installation, this.#random)
    await this.ledger.during(fault.name, affects, async () => {
      if (fault.name === 'edge killed') this.#kills.push(performance.now())
      await make()
      for (const index of this.#installation.tunnels.keys()) await this.#untilWell(index)
    })
    for (const [index, { agent }] of this.#installation.tunnels.entries()) {
      if (agent.exit !== undefined) this.ledger.violate(`agent ${index} ended by itself\n${agent.stderr}`)
    }
  }

  #untilWell(index: number): Promise<void> {
    const visit = kinds['small, new connection']?.(this.#random)
    return until(
      `agent ${index} answers`,
      async () => visit !== undefined && (await this.#visit('until well', visit, index, false)),
      recoveryMs,
    )
  }

  async #visitAgainAndAgain(number: number): Promise<void> {
    const random = new Random(this.#options.seed + number + 1)
    const names = Object.keys(kinds)
    while (this.#isVisited) {
      const kind = names[random.between(0, names.length)]
      const visit = kind === undefined ? undefined : kinds[kind]?.(random)
      if (kind === undefined || visit === undefined) await this.#visitWrongly(random)
      else await this.#visit(kind, visit, random.between(0, this.#installation.tunnels.length - 1), true)
    }
  }

  async #visit(kind: string, visit: Visit, index: number, mustSucceed: boolean): Promise<boolean> {
    const exchange = this.ledger.begin(kind, index, visit)
    try {
      await visit.run(this.#target(index))
      // What was aborted may have been counted or not.
      this.ledger.settle(exchange)
      exchange.isWhole = kind !== 'aborted'
      return true
    } catch (error) {
      if (mustSucceed) this.ledger.settle(exchange, asError(error))
      // An edge that is gone refuses at once: nobody needs a thousand failures a second.
      await delay(50)
      return false
    }
  }

  async #visitWrongly(random: Random): Promise<void> {
    const exchange = this.ledger.begin('wrong request', undefined, { dataOut: 0 })
    try {
      await sendWrongRequest(this.#target(0), random.pick(wrongRequests))
      this.ledger.settle(exchange)
    } catch (error) {
      const fault = this.ledger.faults.at(-1)
      const isAway = fault !== undefined && fault.endedMs === undefined && fault.name.startsWith('edge')
      this.ledger.settle(exchange, isAway ? undefined : asError(error))
      await delay(50)
    }
  }

  #target(index: number): Target {
    const { tunnels, site, securePort } = this.#installation
    return { hostname: tunnels[index]?.hostname ?? '', port: site.edgePort, securePort, kept: this.#kept }
  }

  async #readAll(): Promise<Map<string, Resources>> {
    const { edge, api, tunnels } = this.#installation
    // Whatever ends by itself after a moment is no growth.
    await delay(5_000)
    const held = new Map<string, Resources>()
    for (const [name, program] of [
      ['edge', edge],
      ['API', api],
      ['agent', tunnels[0]?.agent],
    ] as const) {
      if (program !== undefined) held.set(name, await readResources(program))
    }
    return held
  }

  async #compare(before: Map<string, Resources>): Promise<void> {
    const endMs = performance.now() + quietMs
    for (;;) {
      const after = await this.#readAll()
      const grown = [...before].flatMap(([program, was]) =>
        findGrowth(was, after.get(program) ?? was).map((what) => `${program}: ${what}`),
      )
      if (grown.length > 0 && performance.now() < endMs) continue
      for (const what of grown) this.ledger.violate(`still held after ${quietMs / 1_000} s of quiet: ${what}`)
      for (const [program, was] of before) this.held.push({ program, before: was, after: after.get(program) ?? was })
      return
    }
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('something else than an error was thrown', { cause: thrown })
}
