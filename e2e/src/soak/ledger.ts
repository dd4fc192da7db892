/** What a visitor asks for, and what it carries when all of it arrives. */
export interface Exchange {
  kind: string
  /** Whose tunnel it goes through; undefined: it must be refused before. */
  agent: number | undefined
  /** The edge that it came to. */
  edge: number
  requests: number
  /** Bytes of bodies to the visitor; an upper bound where frames of WebSockets count too. */
  dataOut: number
  startedMs: number
  /** Undefined while it runs. */
  endedMs?: number
  /** Whether the visitor got all of it, and it was right. */
  isWhole: boolean
}

/** What an exchange carries; one request unless it says more. */
interface Carried {
  requests?: number
  dataOut: number
}

/** Whose exchanges may fail while a fault lasts. */
export interface Reach {
  /** The agents through whose tunnels they go; no other may. */
  agents: readonly number[]
  /** The edge where they may fail for all of the fault. */
  edge?: number | undefined
  /** Those at other edges may fail only when they began within this time; milliseconds. Undefined: they may, too. */
  noticedMs?: number
  /** Whether the servers may log errors, because they have lost what they cannot do without. */
  mayLogErrors?: boolean
}

/** A fault that was made, and whose visitors may notice. */
export interface Fault {
  name: string
  reach: Reach
  startedMs: number
  /** When everything was well again; undefined while it is not. */
  endedMs?: number
}

/** Something that must not happen. */
export interface Violation {
  atMs: number
  what: string
}

/** Answers that were already on their way when all was well again may still fail; milliseconds. */
const graceMs = 1_000

/** What happened in a soak. Times are milliseconds of the monotonic clock. */
export class Ledger {
  readonly exchanges: Exchange[] = []
  readonly faults: Fault[] = []
  readonly violations: Violation[] = []
  readonly #beganMs = performance.now()

  begin(kind: string, agent: number | undefined, edge: number, { requests = 1, dataOut }: Carried): Exchange {
    const exchange = { kind, agent, edge, requests, dataOut, startedMs: performance.now(), isWhole: false }
    this.exchanges.push(exchange)
    return exchange
  }

  /** Ends an exchange; a failure must have its reason in a fault that was under way. */
  settle(exchange: Exchange, failure?: Error): void {
    const endedMs = performance.now()
    exchange.endedMs = endedMs
    exchange.isWhole = failure === undefined
    if (failure === undefined) return
    const { agent, edge, kind, startedMs } = exchange
    if (this.faults.some((fault) => isExplained(exchange, endedMs, fault))) return
    const tookMs = Math.round(endedMs - startedMs)
    this.violate(
      `${kind} at edge ${edge} through agent ${agent ?? '-'} failed after ${tookMs} ms: ${failure.message} (${this.#describeFaults()})`,
    )
  }

  /** Notes a fault while it is made and until all is well again. */
  async during(name: string, reach: Reach, make: () => Promise<void>): Promise<void> {
    const fault: Fault = { name, reach, startedMs: performance.now() }
    this.faults.push(fault)
    await make()
    fault.endedMs = performance.now()
  }

  /** Reports whether servers may have logged an error at a time; milliseconds since the epoch. */
  mayHaveLogged(timeMs: number): boolean {
    const atMs = timeMs - performance.timeOrigin
    return this.faults.some(
      ({ reach, startedMs, endedMs = Number.POSITIVE_INFINITY }) =>
        reach.mayLogErrors === true && startedMs <= atMs && atMs <= endedMs + graceMs,
    )
  }

  violate(what: string): void {
    const atMs = performance.now() - this.#beganMs
    this.violations.push({ atMs, what })
    console.error(`VIOLATION at ${Math.round(atMs / 100) / 10} s: ${what}`)
  }

  #describeFaults(): string {
    const last = this.faults.at(-1)
    if (last === undefined) return 'before any fault'
    if (last.endedMs === undefined) return `during: ${last.name}`
    return `${Math.round(performance.now() - last.endedMs)} ms after: ${last.name}`
  }
}

function isExplained({ agent, edge, startedMs }: Exchange, endedMs: number, fault: Fault): boolean {
  const { agents, edge: hit, noticedMs = Number.POSITIVE_INFINITY } = fault.reach
  const isDuring = fault.startedMs <= endedMs && (fault.endedMs ?? endedMs) + graceMs >= startedMs
  const isReached = edge === hit || startedMs <= fault.startedMs + noticedMs
  return agent !== undefined && agents.includes(agent) && isDuring && isReached
}
