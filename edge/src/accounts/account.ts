import assert from 'node:assert/strict'
import { type Linked, LinkedSet, type Share, Shares, networkOf } from '@culvert/program'
import type { TicketLimits } from '@culvert/schema/tokens'
import { type FaultBearer, runGuarded } from '@culvert/program/guard'
import type { WireSession } from '@culvert/wire'
import type { LimitState } from '../pages/limit-state.ts'
import { type Demand, LimitDemand, type LimitParts, wholeLimits } from './limit-demand.ts'
import { RequestRate } from './request-rate.ts'
import { TokenBucket } from '../token-bucket.ts'
import type { ErrorCode } from '../error-code.ts'
import type { AddressRanges } from '../addresses.ts'

/** A request that an account's tunnels carry. */
export interface RunningRequest extends Linked<RunningRequest>, FaultBearer {
  /** The visitor's address. */
  readonly address: string
  /** The share of its network in the open requests. Only the account sets it. */
  share: Share | undefined
  /** Ends it and refuses its client. */
  refuse(): void
  /** Sends it to another agent of the pool if it waits for an answer from this session and may be sent again. */
  moveFrom(session: object): void
  /** Ends it if it waits for an answer from this session. */
  stopWaitingFor(session: object): void
}

/** The reason why a request is not carried. */
export interface Refusal {
  code: ErrorCode
  /** The limit that the request met. */
  limit?: LimitState
}

/** An account's figures, as reported to the API. */
export interface AccountFigures {
  requestsPerMinute: number
  /** The peak since the figures were last taken. */
  requestsPerMinutePeak: number
  openRequests: number
  openRequestsPeak: number
}

/** How many requests of an account are recorded per second, and how many in a burst. */
export const recordedPerSecond = 50
export const recordedBurst = 100

/** How long an account counts as active after a request, in milliseconds. */
const activeMs = 3_000

const forbidden: Refusal = { code: 'CULVERT_FORBIDDEN' }

/** An account with tunnels at this edge: the addresses it refuses, the traffic it may carry, and the traffic it carries now. */
export class Account {
  readonly id: string
  /** The number of tunnels that are open or draining. */
  tunnelCount = 0
  readonly #running = new LinkedSet<RunningRequest>()
  /** The open requests of each network. */
  readonly #shares: Shares
  readonly #networkShare: number
  readonly #rate: RequestRate
  readonly #bucket: TokenBucket
  /** The budget of requests that are recorded; the others are only counted. */
  readonly records: TokenBucket
  #limits: TicketLimits
  /** When the ticket with these limits was issued, in seconds since the epoch. */
  #limitsAsOf = 0
  /** The parts of the limits that this edge may give. */
  #leasedParts: LimitParts = wholeLimits
  readonly #demand: LimitDemand
  readonly #onActive: ((account: Account) => void) | undefined
  /** When the last request came; milliseconds of the monotonic clock. */
  #lastRequestMs = Number.NEGATIVE_INFINITY
  #isActivated = false
  #denyList: AddressRanges | undefined
  #openPeak = 0

  /**
   * `networkShare` is the part of the open requests that the clients of one network may have, from 0 to 1. `onActive` is called before the first
   * request, and before the first after each `deactivate`.
   */
  constructor(
    id: string,
    limits: TicketLimits,
    denyList: AddressRanges | undefined,
    networkShare: number,
    onActive?: (account: Account) => void,
  ) {
    const nowMs = performance.now()
    this.id = id
    this.#networkShare = networkShare
    this.#onActive = onActive
    this.#demand = new LimitDemand(nowMs)
    this.#shares = new Shares(limits.openRequests, shareOf(limits.openRequests, networkShare))
    this.#limits = limits
    this.#denyList = denyList
    this.#rate = new RequestRate(nowMs)
    this.#bucket = new TokenBucket(limits.requestsPerMinute, limits.requestBurst, nowMs)
    this.records = new TokenBucket(recordedPerSecond * 60, recordedBurst, nowMs)
  }

  get openRequests(): number {
    return this.#running.size
  }

  /** Applies limits that were set at `asOf`, in seconds since the epoch, unless later ones are known. */
  setLimits(limits: TicketLimits, asOf: number): void {
    if (asOf < this.#limitsAsOf) return
    this.#limits = limits
    this.#limitsAsOf = asOf
    this.#applyLimits()
  }

  get leasedParts(): LimitParts {
    return this.#leasedParts
  }

  /** Sets the parts of the limits that this edge may give. What was already given is not taken back. */
  setLeasedParts(parts: LimitParts): void {
    assertPart(parts.requests)
    assertPart(parts.openRequests)
    this.#leasedParts = parts
    this.#applyLimits()
  }

  /** Returns what was asked of the limits since the last call. */
  takeDemand(): Demand {
    return this.#demand.take(this.#limits, this.#running.size, performance.now())
  }

  /** Reports whether requests are open, or arrived within the last seconds. */
  get isActive(): boolean {
    return this.#running.size > 0 || performance.now() - this.#lastRequestMs < activeMs
  }

  /** Makes the next request call `onActive`. */
  deactivate(): void {
    this.#isActivated = false
  }

  /** Replaces the refused addresses, and ends the open requests of those that are now refused. */
  setDenyList(denyList: AddressRanges | undefined): void {
    this.#denyList = denyList
    if (denyList === undefined) return
    for (const running of this.#running.list()) {
      if (denyList.has(running.address)) runGuarded('request.forbid', running, () => running.refuse())
    }
  }

  /** Returns why a client's next request is not carried; undefined if it is carried, and it has then been counted. */
  check(address: string): Refusal | undefined {
    if (this.#denyList?.has(address) === true) return forbidden
    const nowMs = performance.now()
    this.#noteRequest(nowMs)
    if (this.#shares.isFull) {
      this.#demand.noteRefusedOpen()
      return tooManyOpen('CULVERT_TOO_MANY_OPEN', 'account', this.#limits.openRequests, this.#shares.max)
    }
    if (this.#shares.isUsedUp(networkOf(address))) {
      return tooManyOpen('CULVERT_TOO_MANY_FROM_NETWORK', 'network', this.#shares.shareMax)
    }
    this.#demand.noteRequest()
    if (!this.#bucket.take(nowMs)) return this.#tooManyRequests()
    this.#rate.count(nowMs)
    return undefined
  }

  enter(running: RunningRequest): void {
    assert(running.share === undefined, 'A request is counted once, until it leaves')
    this.#running.add(running)
    running.share = this.#shares.enter(networkOf(running.address))
    if (this.#running.size > this.#openPeak) this.#openPeak = this.#running.size
    this.#demand.noteOpen(this.#running.size)
  }

  leave(running: RunningRequest): void {
    this.#running.delete(running)
    if (running.share !== undefined) this.#shares.leave(running.share)
    running.share = undefined
  }

  /** Refuses the requests that wait for an answer from this session. */
  stopWaitingFor(session: WireSession): void {
    for (const running of this.#running.list())
      runGuarded('request.stop-waiting', running, () => running.stopWaitingFor(session))
  }

  /** Sends the requests that wait for an answer from this session to other agents of the pool. */
  moveFrom(session: WireSession): void {
    for (const running of this.#running.list()) runGuarded('request.move', running, () => running.moveFrom(session))
  }

  /** Returns the figures up to now, and starts new peaks. */
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

  #applyLimits(): void {
    const { openRequests, requestsPerMinute, requestBurst } = this.#limits
    const openHere = shareOf(openRequests, this.#leasedParts.openRequests)
    this.#shares.max = openHere
    this.#shares.shareMax = shareOf(openHere, this.#networkShare)
    this.#bucket.configure(requestsPerMinute * this.#leasedParts.requests, requestBurst * this.#leasedParts.requests)
  }

  #noteRequest(nowMs: number): void {
    this.#lastRequestMs = nowMs
    if (this.#isActivated) return
    this.#isActivated = true
    this.#onActive?.(this)
  }

  #tooManyRequests(): Refusal {
    const { requestsPerMinute } = this.#limits
    const here = Math.floor(requestsPerMinute * this.#leasedParts.requests)
    const limit = {
      name: 'requests',
      scope: 'account',
      limit: requestsPerMinute,
      here: here < requestsPerMinute ? here : undefined,
      windowSeconds: 60,
      resetSeconds: Math.max(1, Math.ceil(this.#bucket.msUntilToken() / 1_000)),
    } as const
    return { code: 'CULVERT_RATE_LIMITED', limit }
  }

  /** Reports whether the account may be forgotten. Restarting an agent must not reset a limit. */
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

/** `here` is the part of the limit that this edge may give. */
function tooManyOpen(code: ErrorCode, scope: LimitState['scope'], limit: number, here = limit): Refusal {
  return {
    code,
    limit: { name: 'open-requests', scope, limit, here: here < limit ? here : undefined, resetSeconds: 1 },
  }
}

function assertPart(part: number): void {
  if (!(part > 0 && part <= 1)) throw new Error(`expected a part of a limit above 0 and at most 1, found ${part}`)
}

function shareOf(limit: number, share: number): number {
  return Math.max(1, Math.floor(limit * share))
}
