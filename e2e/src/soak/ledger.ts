/** What a visitor asks for, and what it carries when all of it arrives. */
export interface Exchange {
  kind: string
  /** Whose tunnel it goes through; undefined: it must be refused before. */
  agent: number | undefined
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

/** A fault that was made, and whose visitors may notice. */
export interface Fault {
  name: string
  /** Agents through whose tunnels an exchange may fail; no other may. */
  affects: readonly number[]
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

  begin(kind: string, agent: number | undefined, { requests = 1, dataOut }: Carried): Exchange {
    const exchange = { kind, agent, requests, dataOut, startedMs: performance.now(), isWhole: false }
    this.exchanges.push(exchange)
    return exchange
  }

  /** Ends an exchange; a failure must have its reason in a fault that was under way. */
  settle(exchange: Exchange, failure?: Error): void {
    const endedMs = performance.now()
    exchange.endedMs = endedMs
    exchange.isWhole = failure === undefined
    if (failure === undefined) return
    const { agent, kind, startedMs } = exchange
    const isExplained = this.faults.some(
      (fault) =>
        agent !== undefined &&
        fault.affects.includes(agent) &&
        fault.startedMs <= endedMs &&
        (fault.endedMs ?? endedMs) + graceMs >= startedMs,
    )
    if (isExplained) return
    const tookMs = Math.round(endedMs - startedMs)
    this.violate(
      `${kind} through agent ${agent ?? '-'} failed after ${tookMs} ms: ${failure.message} (${this.#describeFaults()})`,
    )
  }

  /** Notes a fault while it is made and until all is well again. */
  async during(name: string, affects: readonly number[], make: () => Promise<void>): Promise<void> {
    const fault: Fault = { name, affects, startedMs: performance.now() }
    this.faults.push(fault)
    await make()
    fault.endedMs = performance.now()
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
