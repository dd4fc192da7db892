import { LinkedSet, Shares, networkOf } from '@culvert/program'
import type { Linked, Share } from '@culvert/program'
import type { TicketLimits } from '@culvert/schema/tokens'
import { runGuarded } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { WireSession } from '@culvert/wire'
import type { LimitState } from '../pages/limit-state.ts'
import { RequestRate } from './request-rate.ts'
import { TokenBucket } from './token-bucket.ts'
import type { ErrorCode } from '../pages/errors.ts'
import type { AddressRanges } from '../addresses.ts'

/** A request that an account's tunnels carry. */
export interface Running extends Linked<Running>, FaultBearer {
  /** The visitor's. */
  readonly address: string
  /** What it takes of its network's share. Only the account sets it. */
  share: Share | undefined
  /** Ends it because its client is refused from now on. */
  forbid(): void
  /** Ends it if its answer has not begun and would come from this session. */
  stopWaitingFor(session: WireSession): void
}

/** Why a request is not carried. */
export interface Refusal {
  code: ErrorCode
  /** The limit that it met. */
  limit?: LimitState
}

/** What an account used, for the API. */
export interface AccountFigures {
  requestsPerMinute: number
  /** The most since the figures were taken last. */
  requestsPerMinutePeak: number
  openRequests: number
  openRequestsPeak: number
}

const forbidden: Refusal = { code: 'CULVERT_FORBIDDEN' }

/** What this edge keeps of an account whose tunnels it holds: the addresses it refuses, how much it may carry, and what it carries now. */
export class Account {
  readonly id: string
  /** Tunnels that are open or drain. */
  tunnelCount = 0
  readonly #running = new LinkedSet<Running>()
  /** What the visitors of each network have of the requests that may be open. */
  readonly #shares: Shares
  readonly #networkShare: number
  readonly #rate: RequestRate
  readonly #bucket: TokenBucket
  #limits: TicketLimits
  /** The second in which the ticket with these limits was issued. */
  #limitsAsOf = 0
  #denyList: AddressRanges | undefined
  #openPeak = 0

  /** `networkShare` is how much the visitors of one network may have of the requests that may be open, from 0 to 1. */
  constructor(id: string, limits: TicketLimits, denyList: AddressRanges | undefined, networkShare: number) {
    const nowMs = performance.now()
    this.id = id
    this.#networkShare = networkShare
    this.#shares = new Shares(limits.openRequests, shareOf(limits.openRequests, networkShare))
    this.#limits = limits
    this.#denyList = denyList
    this.#rate = new RequestRate(nowMs)
    this.#bucket = new TokenBucket(limits.requestsPerMinute, limits.requestBurst, nowMs)
  }

  get openRequests(): number {
    return this.#running.size
  }

  /** Applies limits that were set in the second `asOf` of the epoch, unless later ones are known. */
  setLimits(limits: TicketLimits, asOf: number): void {
    if (asOf < this.#limitsAsOf) return
    this.#limits = limits
    this.#limitsAsOf = asOf
    this.#shares.max = limits.openRequests
    this.#shares.shareMax = shareOf(limits.openRequests, this.#networkShare)
    this.#bucket.configure(limits.requestsPerMinute, limits.requestBurst)
  }

  /** Replaces the addresses that are refused. Requests of those that are refused now are cut off. */
  setDenyList(denyList: AddressRanges | undefined): void {
    this.#denyList = denyList
    if (denyList === undefined) return
    for (const running of this.#running.list()) {
      if (denyList.has(running.address)) runGuarded('request.forbid', running, () => running.forbid())
    }
  }

  /** Why a visitor's next request is not carried; undefined when it is, and counts. */
  check(address: string): Refusal | undefined {
    if (this.#denyList?.has(address) === true) return forbidden
    const nowMs = performance.now()
    const { openRequests, requestsPerMinute } = this.#limits
    if (this.#shares.isFull) return tooManyOpen('CULVERT_TOO_MANY_OPEN', 'account', openRequests)
    if (this.#shares.isUsedUp(networkOf(address))) {
      return tooManyOpen('CULVERT_TOO_MANY_FROM_NETWORK', 'network', this.#shares.shareMax)
    }
    if (!this.#bucket.take(nowMs)) {
      const resetSeconds = Math.max(1, Math.ceil(this.#bucket.msUntilToken() / 1_000))
      const limit = {
        name: 'requests',
        scope: 'account',
        limit: requestsPerMinute,
        windowSeconds: 60,
        resetSeconds,
      } as const
      return { code: 'CULVERT_RATE_LIMITED', limit }
    }
    this.#rate.count(nowMs)
    return undefined
  }

  enter(running: Running): void {
    this.#running.add(running)
    running.share = this.#shares.enter(networkOf(running.address))
    if (this.#running.size > this.#openPeak) this.#openPeak = this.#running.size
  }

  leave(running: Running): void {
    this.#running.delete(running)
    if (running.share !== undefined) this.#shares.leave(running.share)
    running.share = undefined
  }

  /** Refuses the requests that wait for an answer of this session. */
  stopWaitingFor(session: WireSession): void {
    for (const running of this.#running.list())
      runGuarded('request.stop-waiting', running, () => running.stopWaitingFor(session))
  }

  /** Returns what was used up to now, and starts new peaks. */
  takeFigures(): AccountFigures {
    const nowMs = performance.now()
    const figures = {
      requestsPerMinute: this.#rate.perMinute(nowMs),
      requestsPerMinutePeak: this.#rate.takePeak(nowMs),
      openRequests: this.#running.size,
      openRequestsPeak: this.#openPeak,
    }
    this.#openPeak = this.#running.size
    return figures
  }

  /** Whether it may be forgotten. A limit must not start afresh because an agent does. */
  get isForgettable(): boolean {
    const nowMs = performance.now()
    return (
      this.tunnelCount === 0 &&
      this.#running.size === 0 &&
      this.#rate.perMinute(nowMs) === 0 &&
      this.#bucket.isFull(nowMs)
    )
  }
}

function tooManyOpen(code: ErrorCode, scope: LimitState['scope'], limit: number): Refusal {
  return { code, limit: { name: 'open-requests', scope, limit, resetSeconds: 1 } }
}

function shareOf(limit: number, share: number): number {
  return Math.max(1, Math.floor(limit * share))
}
