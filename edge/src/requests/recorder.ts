import { recordedBurst, recordedPerSecond } from '../accounts/account.ts'
import { TokenBucket } from '../token-bucket.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { NotedTunnel, Visitor } from '../visitor.ts'
import { RecordBudget } from './record-budget.ts'
import { RecordedVisitor, type RequestSink } from './recorded-visitor.ts'
import type { RequestQueue } from './queue.ts'
import { type RequestRow, makeRow } from './row.ts'

/** Hostnames without a tunnel whose budgets are kept; a forgotten one starts with a full budget. */
const hostnamesMax = 10_000

/** Follows requests in order to record them. */
export interface RequestFollower {
  /** Returns the visitor with a record of its request, which began at `startedMs` of the monotonic clock, or now. */
  follow(visitor: Visitor, startedMs?: number): Visitor
}

/** Decides which requests are recorded, and makes their rows. The others are only counted. */
export class RequestRecorder implements RequestSink, RequestFollower {
  readonly #queue: RequestQueue
  readonly #budget = new RecordBudget(performance.now())
  readonly #hostnames = new BoundedMap<string, TokenBucket>(hostnamesMax)
  /** The budget of hostnames that may belong to no gateway; strangers can make up any number of them. */
  readonly #unchecked = newBudget()

  constructor(queue: RequestQueue) {
    this.#queue = queue
  }

  follow(visitor: Visitor, startedMs = performance.now()): Visitor {
    return new RecordedVisitor(visitor, this, startedMs)
  }

  take(over: RecordedVisitor): void {
    const { tunnel, code, endedMs, isReserved } = over
    const { hostname } = over.request
    if (tunnel !== undefined) {
      const { account } = tunnel
      if (this.#budget.take(account.records, endedMs)) this.#queue.add(makeRow(over))
      else this.#queue.omit('rate', account.id, hostname)
    } else if (code !== 'CULVERT_HOST_UNKNOWN') {
      if (this.#takeForHostname(hostname, isReserved, endedMs)) this.#queue.add(makeRow(over))
      else this.#queue.omit('rate', null, hostname)
    }
  }

  /** Records a request that was refused before it could be followed. */
  takeRow(row: RequestRow, tunnel: NotedTunnel | undefined): void {
    const { hostname } = row
    const nowMs = performance.now()
    const accountId = tunnel?.account.id ?? null
    const isWithin =
      tunnel === undefined
        ? this.#takeForHostname(hostname, false, nowMs)
        : this.#budget.take(tunnel.account.records, nowMs)
    if (isWithin) this.#queue.add({ ...row, accountId, gatewayId: tunnel?.gatewayId ?? null })
    else this.#queue.omit('rate', accountId, hostname)
  }

  #takeForHostname(hostname: string, isReserved: boolean, nowMs: number): boolean {
    let budget = this.#hostnames.get(hostname)
    if (budget === undefined) {
      budget = newBudget()
      this.#hostnames.set(hostname, budget)
    }
    // What strangers make up is bounded first: it takes nothing from the accounts.
    return (isReserved || this.#unchecked.take(nowMs)) && this.#budget.take(budget, nowMs)
  }
}

function newBudget(): TokenBucket {
  return new TokenBucket(recordedPerSecond * 60, recordedBurst, performance.now())
}
