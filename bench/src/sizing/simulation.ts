import type { EdgeDirectory, Return } from '@culvert/api/edge-directory'

/** The simulation's parameters. */
export interface Scale {
  /** The simulated agents, each of which stands for `weight` agents. */
  agents: number
  weight: number
  edges: number
  regions: number
  /** How many tunnels an edge is meant to carry. */
  capacity: number
  /** At how many edges an agent is connected. */
  sessions: number
  /** How many tickets the APIs issue in a second. */
  tickets: number
}

interface Edge {
  readonly url: string
  readonly region: string
  isUp: boolean
  isDrained: boolean
  sessionCount: number
  /** Dials in this second. */
  dials: number
}

interface Agent {
  readonly region: string
  hasStarted: boolean
  /** The addresses that came with its current ticket and that it has not dialled; undefined without a ticket. */
  candidateUrls: string[] | undefined
  readonly edges: Set<Edge>
  /** The edge that has released it, which it dials last. */
  releasedBy: Edge | undefined
  /** When an edge last released it, in seconds. */
  releasedAt: number
  /** When it acts again, in seconds. */
  at: number
}

/** The outcome of a phase. */
export interface Outcome {
  phase: string
  /** The sessions of a running edge. */
  least: number
  middle: number
  most: number
  /** The same for one region against its mean, at its worst. */
  unevenness: number
  /** Sessions that were opened. */
  opened: number
  /** The most dials of one edge, and tickets of the API, within a second. */
  dialsPeak: number
  ticketsPeak: number
  /** The time until each agent had all of its sessions. */
  seconds: number
  /** The most agents that had none at any moment. */
  without: number
}

/** No phase lasts longer. */
const secondsMax = 14_400

const reportSeconds = 6
/** How often the API compares edges. */
const balanceSeconds = 60
/** An agent that was released is not released again for this long. */
const releasedSeconds = 3_600
/** How long an agent takes for a dial that is answered, and for one that fails, including the pause after it. */
const dialSeconds = 1
const failedDialSeconds = 2
/** If none of the addresses that it was given accepts it, an agent asks for others after this long. */
const ticketRetrySeconds = 3

/**
 * Agents and edges around the API's directory, second by second. Edges report every six seconds how full they are. An agent needs a ticket
 * for each session that it opens, and dials the addresses that come with it in order.
 */
export class Simulation {
  readonly #directory: EdgeDirectory
  readonly #scale: Scale
  readonly #signal: AbortSignal | undefined
  readonly #edges: Edge[]
  readonly #byUrl: ReadonlyMap<string, Edge>
  readonly #agents: Agent[] = []
  readonly #startMs = Date.now()
  #second = 0
  #opened = 0
  #tickets = 0
  #peaks = { dials: 0, tickets: 0, without: 0 }

  constructor(directory: EdgeDirectory, scale: Scale, signal?: AbortSignal) {
    this.#directory = directory
    this.#signal = signal
    this.#scale = scale
    this.#edges = Array.from({ length: scale.edges }, (_, number) => ({
      url: `http://edge-${number}.test`,
      region: regionOf(number, scale),
      isUp: true,
      isDrained: false,
      sessionCount: 0,
      dials: 0,
    }))
    this.#byUrl = new Map(this.#edges.map((edge) => [edge.url, edge]))
  }

  /** Starts the agents one after another within this many seconds. */
  async start(seconds: number): Promise<Outcome> {
    await this.#advance(reportSeconds)
    const { agents } = this.#scale
    const at = this.#second
    for (let number = 0; number < agents; number += 1) {
      const region = regionOf(number, this.#scale)
      const due = at + Math.floor((number / agents) * seconds)
      this.#agents.push({
        region,
        hasStarted: false,
        candidateUrls: undefined,
        edges: new Set(),
        releasedBy: undefined,
        releasedAt: -Infinity,
        at: due,
      })
    }
    return await this.#observe('started', async () => await this.#advance(seconds))
  }

  /** Kills edges without notifying anyone. */
  async kill(phase: string, numbers: readonly number[]): Promise<Outcome> {
    return await this.#observe(phase, async () => {
      for (const edge of this.#pick(numbers)) {
        edge.isUp = false
        this.#closeSessions(edge)
      }
    })
  }

  /** Restarts edges, and waits until each has reported. */
  async restore(phase: string, numbers: readonly number[]): Promise<Outcome> {
    return await this.#observe(phase, async () => {
      for (const edge of this.#pick(numbers)) edge.isUp = true
      await this.#advance(2 * reportSeconds)
    })
  }

  /**
   * Passes minutes, in each of which agents that are outside their region return to it and full edges release agents, until
   * each agent is in its region and the edges are even.
   */
  async even(phase: string): Promise<Outcome> {
    return await this.#observe(phase, async () => {
      const end = this.#second + secondsMax
      while (this.#second < end) {
        await this.#advance(balanceSeconds)
        const returns = await this.#directory.planReturns(this.#now())
        const releases = await this.#directory.planReleases(this.#now())
        const isReturning = returns.map((home) => this.#return(home)).includes(true)
        if (releases.length === 0 && !isReturning) return
        for (const { agentUrl, urlsWithCapacity, agents } of releases) this.#release(agentUrl, urlsWithCapacity, agents)
      }
    })
  }

  /** Passes the time after which an agent that was released may be released again. */
  async rest(): Promise<void> {
    await this.#advance(releasedSeconds)
  }

  /** Drains one edge after another, restarts it, and continues with the next. */
  async restartEach(phase: string): Promise<Outcome> {
    return await this.#observe(phase, async () => {
      for (const edge of this.#edges) {
        edge.isDrained = true
        await this.#directory.drain(edge.url, true)
        // It learns this with its next report, and its agents spread their dials over half a second.
        for (const agent of this.#agents) if (agent.edges.has(edge)) agent.at = this.#second + 1
        await this.#advance(reportSeconds)
        // It releases them once they are elsewhere.
        await this.#untilServed()
        this.#closeSessions(edge)
        edge.isUp = false
        await this.#advance(reportSeconds)
        edge.isUp = true
        edge.isDrained = false
        await this.#directory.drain(edge.url, false)
        await this.#advance(reportSeconds)
      }
    })
  }

  async #observe(phase: string, action: () => Promise<unknown>): Promise<Outcome> {
    const peaks = { dials: 0, tickets: 0, without: 0 }
    const begin = this.#second
    this.#opened = 0
    this.#peaks = peaks
    await action()
    await this.#untilServed()
    const { weight } = this.#scale
    const counts = this.#edges.filter(({ isUp }) => isUp).map(({ sessionCount }) => sessionCount * weight)
    const sorted = counts.toSorted((a, b) => a - b)
    return {
      phase,
      least: sorted[0] ?? 0,
      middle: sorted[Math.floor(sorted.length / 2)] ?? 0,
      most: sorted.at(-1) ?? 0,
      unevenness: this.#findUnevenness(),
      opened: this.#opened * weight,
      dialsPeak: peaks.dials * weight,
      ticketsPeak: peaks.tickets * weight,
      seconds: this.#second - begin,
      without: peaks.without * weight,
    }
  }

  /** Passes the time until each agent has its sessions. */
  async #untilServed(): Promise<void> {
    const end = this.#second + secondsMax
    while (this.#agents.some((agent) => this.#needsSessions(agent))) {
      if (this.#second > end) throw new Error(`Agents are without their sessions after ${secondsMax} s`)
      await this.#advance(1)
    }
  }

  async #advance(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1) {
      this.#signal?.throwIfAborted()
      this.#second += 1
      this.#tickets = 0
      for (const edge of this.#edges) edge.dials = 0
      await this.#report()
      for (const agent of this.#agents)
        if (agent.at <= this.#second && this.#needsSessions(agent)) await this.#act(agent)
      const started = this.#agents.filter(({ hasStarted }) => hasStarted)
      this.#peaks.without = Math.max(this.#peaks.without, started.filter(({ edges }) => edges.size === 0).length)
      this.#peaks.tickets = Math.max(this.#peaks.tickets, this.#tickets)
      this.#peaks.dials = Math.max(this.#peaks.dials, ...this.#edges.map(({ dials }) => dials))
    }
  }

  async #report(): Promise<void> {
    const { weight, capacity } = this.#scale
    for (const [number, { url, region, isUp, sessionCount }] of this.#edges.entries()) {
      if (!isUp || (this.#second + number) % reportSeconds !== 0) continue
      await this.#directory.report({ url, region, capacity, tunnels: Math.round(sessionCount * weight) }, this.#now())
    }
  }

  /** Performs one step of an agent that has too few sessions: it requests a ticket, or dials the next address. */
  async #act(agent: Agent): Promise<void> {
    if (agent.candidateUrls === undefined && !(await this.#requestTicket(agent))) return
    const url = agent.candidateUrls?.shift()
    if (url === undefined) {
      agent.candidateUrls = undefined
      agent.at = this.#second + ticketRetrySeconds
      return
    }
    const edge = this.#byUrl.get(url)
    if (edge === undefined) throw new Error(`${url} is no edge`)
    if (agent.edges.has(edge)) return await this.#act(agent)
    edge.dials += 1
    if (!edge.isUp) {
      agent.at = this.#second + failedDialSeconds
      return
    }
    edge.sessionCount += 1
    agent.edges.add(edge)
    agent.hasStarted = true
    agent.releasedBy = undefined
    agent.candidateUrls = undefined
    this.#opened += 1
    agent.at = this.#second + dialSeconds
    // All are dialled at once.
    if (this.#needsSessions(agent)) await this.#act(agent)
  }

  /** Resolves with whether the APIs had time for it in this second. */
  async #requestTicket(agent: Agent): Promise<boolean> {
    const { tickets, weight } = this.#scale
    if ((this.#tickets + 1) * weight > Math.max(tickets, weight)) {
      agent.at = this.#second + 1
      return false
    }
    this.#tickets += 1
    const named = await this.#directory.nameEdges(agent.region, this.#now())
    const left = agent.releasedBy?.url
    agent.candidateUrls = [...named.filter((url) => url !== left), ...named.filter((url) => url === left)]
    return true
  }

  /** Reports whether an agent has fewer sessions at staying edges than it wants, and than there are edges. */
  #needsSessions({ edges }: Agent): boolean {
    const staying = [...edges].filter(({ isDrained }) => !isDrained).length
    const there = this.#edges.filter(({ isUp, isDrained }) => isUp && !isDrained).length
    return staying < Math.min(this.#scale.sessions, there)
  }

  /** Makes an edge release agents that are at another edge, and not at every edge that has room. */
  #release(url: string, urlsWithCapacity: readonly string[], count: number): void {
    const edge = this.#byUrl.get(url)
    if (edge === undefined) throw new Error(`${url} is no edge`)
    const withCapacity = this.#edgesAt(urlsWithCapacity)
    const movable = this.#agents.filter(
      (agent) =>
        this.#isReleasable(agent) && agent.edges.has(edge) && withCapacity.some((other) => !agent.edges.has(other)),
    )
    for (const agent of movable.slice(-this.#toSimulated(count))) this.#leave(agent, edge)
  }

  /**
   * Makes edges outside a region release agents of the region, one session each. Reports whether any agent of the region is
   * still elsewhere, including those that have just been released once.
   */
  #return({ region, homeUrls, agents: count }: Return): boolean {
    const homeEdges = this.#edgesAt(homeUrls)
    const elsewhere = this.#agents.flatMap((agent) => {
      const away = [...agent.edges].find((edge) => edge.region !== region)
      const isReturnable = agent.region === region && away !== undefined && agent.edges.size > 1
      return isReturnable && homeEdges.some((edge) => !agent.edges.has(edge)) ? [{ agent, away }] : []
    })
    const movable = elsewhere.filter(({ agent }) => this.#isReleasable(agent))
    for (const { agent, away } of movable.slice(0, this.#toSimulated(count))) this.#leave(agent, away)
    return elsewhere.length > 0
  }

  /** Reports whether an agent is at another edge too, and was not released within the hour. */
  #isReleasable({ edges, releasedAt }: Agent): boolean {
    return edges.size > 1 && this.#second - releasedAt >= releasedSeconds
  }

  #leave(agent: Agent, edge: Edge): void {
    agent.edges.delete(edge)
    agent.releasedBy = edge
    agent.releasedAt = this.#second
    agent.at = this.#second + 1
    edge.sessionCount -= 1
  }

  #edgesAt(urls: readonly string[]): Edge[] {
    return urls.flatMap((url) => this.#byUrl.get(url) ?? [])
  }

  /** Returns how many simulated agents stand for this many agents. */
  #toSimulated(agents: number): number {
    return Math.ceil(agents / this.#scale.weight)
  }

  #closeSessions(edge: Edge): void {
    for (const agent of this.#agents) {
      if (!agent.edges.delete(edge)) continue
      agent.at = this.#second + 1
    }
    edge.sessionCount = 0
  }

  #findUnevenness(): number {
    const byRegion = Map.groupBy(
      this.#edges.filter(({ isUp }) => isUp),
      ({ region }) => region,
    )
    return Math.max(
      ...[...byRegion.values()].map((edges) => {
        const sum = edges.reduce((total, { sessionCount }) => total + sessionCount, 0)
        // A region whose edges are all empty waits for agents.
        return sum === 0 ? 1 : (Math.max(...edges.map(({ sessionCount }) => sessionCount)) * edges.length) / sum
      }),
    )
  }

  #pick(numbers: readonly number[]): Edge[] {
    return numbers.flatMap((number) => this.#edges[number] ?? [])
  }

  #now(): Date {
    return new Date(this.#startMs + this.#second * 1_000)
  }
}

/** Regions whose first words differ, so that none is near another. */
export function regionOf(number: number, { regions }: Pick<Scale, 'regions'>): string {
  return `region${'abcdefghij'[number % regions]}`
}
