import type { UsageRowInput } from '@culvert/schema/client-types'
import { keyOf } from './rows.ts'

/**
 * Only the time of an idle tunnel is reported: all of them together make at most a hundred rows a second, and
 * each is reported within 2 s while they are few.
 */
const idleRowMs = { each: 10, min: 1_500, max: 15_000 }

/** Counts what tunnels carry. Bills are based on these counts, not on what agents report. */
export class UsageMeter {
  readonly #counters = new Set<UsageCounter>()
  readonly #taken = { dataIn: 0, dataOut: 0 }

  /** Returns a counter for one tunnel; its owner must eventually release it. */
  addCounter(of: Pick<UsageCounter, 'accountId' | 'gatewayId' | 'label'>): UsageCounter {
    const counter = new UsageCounter(of)
    this.#counters.add(counter)
    return counter
  }

  /**
   * Takes what was counted since the last call, one row for each account, gateway and label. It counts for the day on which it is
   * taken, which at midnight is off by no more than the time between two calls. `everything` includes idle tunnels.
   */
  takeRows(everything: boolean): UsageRowInput[] {
    const now = performance.now()
    const date = new Date().toISOString().slice(0, 10)
    const rows = new Map<string, UsageRowInput>()
    const idleMs = Math.min(idleRowMs.max, Math.max(idleRowMs.min, this.#counters.size * idleRowMs.each))
    for (const counter of this.#counters) {
      if (counter.isReleased) this.#counters.delete(counter)
      if (!everything && !counter.isDue(now, idleMs)) continue
      const { accountId, gatewayId, label } = counter
      const empty: UsageRowInput = {
        accountId,
        gatewayId,
        // An older server does not know the field, and issues no labels.
        ...(label !== null && { label }),
        date,
        requests: 0,
        failedRequests: 0,
        dataIn: 0,
        dataOut: 0,
        connectedSeconds: 0,
      }
      const key = keyOf(empty)
      const row = rows.get(key) ?? empty
      this.#taken.dataIn += counter.dataIn
      this.#taken.dataOut += counter.dataOut
      counter.moveTo(row, now)
      if (row.connectedSeconds > 0 || countsTraffic(row)) rows.set(key, row)
    }
    return [...rows.values()]
  }

  /** Bytes since the start. */
  countTotals(): { dataIn: number; dataOut: number } {
    const totals = { ...this.#taken }
    for (const { dataIn, dataOut } of this.#counters) {
      totals.dataIn += dataIn
      totals.dataOut += dataOut
    }
    return totals
  }
}

/** The traffic of one tunnel since the last reading. */
export class UsageCounter {
  readonly accountId: string
  readonly gatewayId: string | null
  readonly label: string | null
  requests = 0
  /** Requests that were answered with a status of 500 or above. */
  failedRequests = 0
  /** The bytes of bodies and upgraded connections, without heads. */
  dataIn = 0
  dataOut = 0
  isReleased = false
  #connectedMs = 0
  /** The time up to which `#connectedMs` counts, while connected; milliseconds of the monotonic clock. */
  #connectedSince: number | undefined
  #takenAt = performance.now()

  constructor({ accountId, gatewayId, label }: Pick<UsageCounter, 'accountId' | 'gatewayId' | 'label'>) {
    this.accountId = accountId
    this.gatewayId = gatewayId
    this.label = label
  }

  /** Sets whether connected time passes. */
  setConnected(isConnected: boolean): void {
    const now = performance.now()
    this.#settle(now)
    this.#connectedSince = isConnected ? now : undefined
  }

  /** Adds time that passed before this counter was told to count; milliseconds. */
  addConnected(ms: number): void {
    this.#connectedMs += ms
  }

  /** Called when nothing more will be counted. */
  release(): void {
    this.isReleased = true
  }

  /** Reports whether there is something to report now; time alone waits for `idleMs`. */
  isDue(now: number, idleMs: number): boolean {
    if (this.isReleased || countsTraffic(this)) return true
    return now - this.#takenAt >= idleMs
  }

  /** Adds the counts to a row, and resets them. */
  moveTo(row: UsageRowInput, now: number): void {
    this.#settle(now)
    row.requests += this.requests
    row.failedRequests += this.failedRequests
    row.dataIn += this.dataIn
    row.dataOut += this.dataOut
    row.connectedSeconds += this.#connectedMs / 1_000
    this.requests = 0
    this.failedRequests = 0
    this.dataIn = 0
    this.dataOut = 0
    this.#connectedMs = 0
    this.#takenAt = now
  }

  #settle(now: number): void {
    if (this.#connectedSince === undefined) return
    this.#connectedMs += now - this.#connectedSince
    this.#connectedSince = now
  }
}

type Traffic = Pick<UsageRowInput, 'requests' | 'failedRequests' | 'dataIn' | 'dataOut'>

/** A request may fail long after it was counted. */
function countsTraffic({ requests, failedRequests, dataIn, dataOut }: Traffic): boolean {
  return requests > 0 || failedRequests > 0 || dataIn > 0 || dataOut > 0
}
