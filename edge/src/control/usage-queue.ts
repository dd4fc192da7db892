import { randomUUID } from 'node:crypto'
import type { UsageRowInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import { retryDelayMs } from './retry.ts'

/** Rows that go to the API together. */
export interface Batch {
  /** The API counts each id once. */
  reportId: string
  rows: UsageRowInput[]
  /** How often its one row has been refused alone. */
  tries: number
  /** Whether the API has refused it. */
  isRefused: boolean
}

/** A row that the API refuses. */
interface Suspect {
  row: UsageRowInput
  tries: number
  /** When it is tried again; milliseconds of the monotonic clock. */
  dueAtMs: number
}

const rowsPerBatch = 500
/** The bound of what waits while the API is away, about 10 MB. Rows of one account, gateway and day are one row. */
const rowsMax = 50_000
/** A row that was refused alone so often, within a minute, will never be taken. */
const triesMax = 8

/**
 * Usage that waits for the API. The rows of one account, gateway and day add up, so that it is bounded by the number of
 * gateways, not by time.
 */
export class UsageQueue {
  readonly #log: Logger
  readonly #rows = new Map<string, UsageRowInput>()
  /** Parts of refused batches, to be sent before anything else. */
  readonly #parts: UsageRowInput[][] = []
  readonly #suspects = new Map<string, Suspect>()

  constructor(log: Logger) {
    this.#log = log
  }

  get rowCount(): number {
    return this.#rows.size + this.#suspects.size + this.#parts.reduce((sum, part) => sum + part.length, 0)
  }

  list(): UsageRowInput[] {
    return [...this.#rows.values(), ...this.#parts.flat(), ...[...this.#suspects.values()].map(({ row }) => row)]
  }

  add(rows: readonly UsageRowInput[]): void {
    for (const row of rows) {
      const key = keyOf(row)
      const known = this.#suspects.get(key)?.row ?? this.#rows.get(key)
      if (known !== undefined) addTo(known, row)
      else if (this.rowCount < rowsMax) this.#rows.set(key, row)
      else this.#log.error({ row }, 'usage is lost: too much waits for the API')
    }
  }

  /** The next batch; undefined when nothing is due. */
  take(): Batch | undefined {
    const part = this.#parts.shift()
    if (part !== undefined) return newBatch(part, 0)
    const suspect = this.#takeSuspect()
    if (suspect !== undefined) return newBatch([suspect.row], suspect.tries)
    const rows: UsageRowInput[] = []
    for (const [key, row] of this.#rows) {
      if (rows.length === rowsPerBatch) break
      rows.push(row)
      this.#rows.delete(key)
    }
    return rows.length === 0 ? undefined : newBatch(rows, 0)
  }

  /** Takes rows back that the API has refused together; `tries` is what their batch said. */
  putBack(rows: UsageRowInput[], tries: number): void {
    const [first] = rows
    if (rows.length > 1) {
      const half = Math.ceil(rows.length / 2)
      this.#parts.unshift(rows.slice(0, half), rows.slice(half))
    } else if (first !== undefined) {
      this.#suspect(first, tries + 1)
    }
  }

  #suspect(row: UsageRowInput, tries: number): void {
    if (tries === triesMax) {
      this.#log.error({ row }, 'usage is lost: the API refuses it')
      return
    }
    const key = keyOf(row)
    // What was counted meanwhile shares its fate.
    const since = this.#rows.get(key)
    if (since !== undefined) addTo(row, since)
    this.#rows.delete(key)
    this.#suspects.set(key, { row, tries, dueAtMs: performance.now() + retryDelayMs(tries) })
  }

  #takeSuspect(): Suspect | undefined {
    const now = performance.now()
    for (const [key, suspect] of this.#suspects) {
      if (suspect.dueAtMs > now) continue
      this.#suspects.delete(key)
      return suspect
    }
    return undefined
  }
}

function newBatch(rows: UsageRowInput[], tries: number): Batch {
  return { reportId: randomUUID(), rows, tries, isRefused: false }
}

function keyOf({ date, accountId, gatewayId }: UsageRowInput): string {
  return `${date} ${accountId} ${gatewayId}`
}

function addTo(sum: UsageRowInput, row: UsageRowInput): void {
  sum.requests += row.requests
  sum.failedRequests += row.failedRequests
  sum.dataIn += row.dataIn
  sum.dataOut += row.dataOut
  sum.connectedSeconds += row.connectedSeconds
}
