import { randomUUID } from 'node:crypto'
import type { UnrecordedRequestsInput } from '@culvert/schema/client-types'
import { type RequestRow, measureRow } from './row.ts'

/** What is sent to the API together; it accepts each id once. */
export interface RequestBatch {
  reportId: string
  requests: RequestRow[]
  unrecorded: UnrecordedRequestsInput[]
}

/** Why a request was counted but not recorded: too many per second, too much already waited for the API, or the API refuses it. */
export type Omission = 'rate' | 'full' | 'refused'

/** The most in one report; bytes as `measureRow` counts them. The API takes bodies of 1 MiB. */
const rowsPerReport = 500
const bytesPerReport = 800_000
/** The most that waits for the API. */
const rowsMax = 20_000
const bytesMax = 16 * 1024 * 1024
/** Accounts and hostnames whose counts wait; any others are counted by the metric only. */
const ownersMax = 20_000

/** Requests that wait for the API. None of this is written to disk: requests contain addresses and queries. */
export class RequestQueue {
  /** How many requests were not recorded since the start. */
  readonly omitted: Record<Omission, number> = { rate: 0, full: 0, refused: 0 }
  #rows: RequestRow[] = []
  #rowCount = 0
  #bytes = 0
  /** The batches that have an id and are not finished, the next one first. */
  #batches: RequestBatch[] = []
  readonly #byAccount = new Map<string, number>()
  readonly #byHostname = new Map<string, number>()

  /** The number of rows that the API has not taken yet. */
  get rowsWaiting(): number {
    return this.#rowCount
  }

  /** Reports whether there is something to report. */
  get isWaiting(): boolean {
    return this.#batches.length > 0 || this.#rows.length > 0 || this.#byAccount.size > 0 || this.#byHostname.size > 0
  }

  /** Keeps a row until the API has taken it, or, if too much waits already, only its count. */
  add(row: RequestRow): void {
    const bytes = measureRow(row)
    if (this.#rowCount >= rowsMax || this.#bytes + bytes > bytesMax) {
      this.omit('full', row.accountId, row.hostname)
      return
    }
    this.#rows.push(row)
    this.#rowCount += 1
    this.#bytes += bytes
  }

  /** Counts a request that is not recorded: for its account, or for the hostname if no tunnel was there. */
  omit(why: Omission, accountId: string | null | undefined, hostname: string): void {
    this.omitted[why] += 1
    if (typeof accountId === 'string') countIn(this.#byAccount, accountId)
    else countIn(this.#byHostname, hostname)
  }

  /** Returns the next batch, the same until it is finished; undefined if nothing waits. */
  take(): RequestBatch | undefined {
    const [open] = this.#batches
    if (open !== undefined) return open
    const requests = this.#takeRows()
    const unrecorded = this.#takeCounts()
    if (requests.length === 0 && unrecorded.length === 0) return undefined
    const batch = { reportId: randomUUID(), requests, unrecorded }
    this.#batches.push(batch)
    return batch
  }

  /** Called when the API has taken a batch. */
  settle(batch: RequestBatch): void {
    this.#batches = this.#batches.filter((other) => other !== batch)
    for (const row of batch.requests) this.#release(row)
  }

  /**
   * Called when the API refuses a batch, which is then sent in halves. A row that is refused alone is counted instead. If the API took some of
   * the batch after all, it recognizes the rows by their ids. Returns how many rows were given up.
   */
  split({ reportId, requests, unrecorded }: RequestBatch): number {
    const rest = this.#batches.filter((other) => other.reportId !== reportId)
    const half = Math.ceil(requests.length / 2)
    const parts = [requests.slice(0, half), requests.slice(half)]
    const [row] = requests
    if (requests.length > 1) {
      const halves = parts.map((part, index) => ({
        reportId: randomUUID(),
        requests: part,
        unrecorded: index === 0 ? [] : unrecorded,
      }))
      this.#batches = [...halves, ...rest]
      return 0
    }
    // Counts that are refused alone are given up: the metric includes them.
    this.#batches =
      row === undefined || unrecorded.length === 0
        ? rest
        : [{ reportId: randomUUID(), requests: [], unrecorded }, ...rest]
    if (row === undefined) return 0
    this.#release(row)
    this.omit('refused', row.accountId, row.hostname)
    return 1
  }

  #takeRows(): RequestRow[] {
    let bytes = 0
    let count = 0
    for (const row of this.#rows) {
      bytes += measureRow(row)
      if (count === rowsPerReport || bytes > bytesPerReport) break
      count += 1
    }
    return this.#rows.splice(0, count)
  }

  #takeCounts(): UnrecordedRequestsInput[] {
    const taken: UnrecordedRequestsInput[] = []
    for (const [accountId, count] of this.#byAccount) {
      if (taken.length === rowsPerReport) return taken
      this.#byAccount.delete(accountId)
      taken.push({ accountId, hostname: null, count })
    }
    for (const [hostname, count] of this.#byHostname) {
      if (taken.length === rowsPerReport) return taken
      this.#byHostname.delete(hostname)
      taken.push({ accountId: null, hostname, count })
    }
    return taken
  }

  #release(row: RequestRow): void {
    this.#rowCount -= 1
    this.#bytes -= measureRow(row)
  }
}

function countIn(counts: Map<string, number>, key: string): void {
  const known = counts.get(key)
  if (known !== undefined || counts.size < ownersMax) counts.set(key, (known ?? 0) + 1)
}
