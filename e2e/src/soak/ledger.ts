/** A visitor's request, and what it carries when all of it arrives. */
export interface Exchange {
  kind: string
  /** The owner of its tunnel; undefined: it must be refused first. */
  agent: number | undefined
  /** The edge at which it arrived. */
  edge: number
  requests: number
  /** Body bytes to the visitor; an upper bound if WebSocket frames count too. */
  dataOut: number
  startedMs: number
  /** Undefined while it runs. */
  endedMs?: number
  /** Whether the visitor got all of it, correctly. */
  isComplete: boolean
}

/** What an exchange carries; one request unless specified. */
interface Payload {
  requests?: number
  dataOut: number
}

/** The exchanges that may fail while a fault lasts. */
export interface FaultScope {
  /** The agents whose tunnels they use; no others may fail. */
  agents: readonly number[]
  /** The edge at which they may fail for the whole fault. */
  edge?: number | undefined
  /** Those at other edges may fail only if they began within this time; milliseconds. Undefined: they may fail too. */
  detectionMs?: number
  /** Whether the servers may log errors, because they have lost something essential. */
  mayLogErrors?: boolean
}

/** An injected fault, and whose visitors may notice it. */
export interface Fault {
  name: string
  scope: FaultScope
  startedMs: number
  /** When everything was well again; undefined until then. */
  endedMs?: number
}

/** Something that must not happen. */
export interface Violation {
  atMs: number
  what: string
}

/** Answers that were already in transit when all was well again may still fail; milliseconds. */
const graceMs = 1_000

/** What happened in a soak. Times are milliseconds of the monotonic clock. */
export class Ledger {
  readonly exchanges: Exchange[] = []
  readonly faults: Fault[] = []
  readonly violations: Violation[] = []
  readonly #beganMs = performance.now()

  begin(kind: string, agent: number | undefined, edge: number, { requests = 1, dataOut }: Payload): Exchange {
    const exchange = { kind, agent, edge, requests, dataOut, startedMs: performance.now(), isComplete: false }
    this.exchanges.push(exchange)
    return exchange
  }

  /** Ends an exchange; a failure must be explained by a fault in progress. */
  end(exchange: Exchange, failure?: Error): void {
    const endedMs = performance.now()
    exchange.endedMs = endedMs
    exchange.isComplete = failure === undefined
    if (failure === undefined) return
    const { agent, edge, kind, startedMs } = exchange
    if (this.faults.some((fault) => isExplained(exchange, endedMs, fault))) return
    const tookMs = Math.round(endedMs - startedMs)
    this.violate(
      `${kind} at edge ${edge} through agent ${agent ?? '-'} failed after ${tookMs} ms: ${failure.message} (${this.#describeFaults()})`,
    )
  }

  /** Records a fault while it is injected and until all is well again. */
  async during(name: string, scope: FaultScope, inject: () => Promise<void>): Promise<void> {
    const fault: Fault = { name, scope, startedMs: performance.now() }
    this.faults.push(fault)
    await inject()
    fault.endedMs = performance.now()
  }

  /** Reports whether servers may have logged an error at a time; milliseconds since the epoch. */
  mayHaveLogged(timeMs: number): boolean {
    const atMs = timeMs - performance.timeOrigin
    return this.faults.some(
      ({ scope, startedMs, endedMs = Number.POSITIVE_INFINITY }) =>
        scope.mayLogErrors === true && startedMs <= atMs && atMs <= endedMs + graceMs,
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
  const { agents, edge: hit, detectionMs = Number.POSITIVE_INFINITY } = fault.scope
  const isDuring = fault.startedMs <= endedMs && (fault.endedMs ?? endedMs) + graceMs >= startedMs
  const isReached = edge === hit || startedMs <= fault.startedMs + detectionMs
  return agent !== undefined && agents.includes(agent) && isDuring && isReached
}
