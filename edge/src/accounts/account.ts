import { LinkedSet } from '@culvert/program'
import type { Linked } from '@culvert/program'
import type { TicketLimits } from '@culvert/schema/tokens'
import type { WireSession } from '@culvert/wire'
import type { LimitState } from '../limits/limit-state.ts'
import { RequestRate } from '../limits/request-rate.ts'
import { TokenBucket } from '../limits/token-bucket.ts'
import type { ErrorCode } from '../pages/errors.ts'
import type { AddressRanges } from '../addresses/address-ranges.ts'

/** A request that is carried for an account. */
export interface Running extends Linked<Running> {
  /** The visitor's. */
  readonly address: string
  /** Ends it because its visitor is refused from now on. */
  forbid(): void
  /** Ends it if it waits for its answer to begin, and this session is to bring that. */
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

/** What this edge keeps of an account whose tunnels it holds: whom it refuses, how much it may carry, and what it carries now. */
export class Account {
  readonly id: string
  /** Tunnels that are open or drain. */
  tunnelCount = 0
  readonly #running = new LinkedSet<Running>()
  readonly #rate: RequestRate
  readonly #bucket: TokenBucket
  #limits: TicketLimits
  /** The second in which the ticket with these limits was issued. */
  #limitsAsOf = 0
  #denyList: AddressRanges | undefined
  #openPeak = 0

  constructor(id: string, limits: TicketLimits, denyList: AddressRanges | undefined) {
    const nowMs = performance.now()
    this.id = id
    this.#limits = limits
    this.#denyList = denyList
    this.#rate = new RequestRate(nowMs)
    this.#bucket = new TokenBucket(limits.requestsPerMinute, limits.requestBurst, nowMs)
  }

  get openRequests(): number {
    return this.#running.size
  }

  /** Takes over the limits of a ticket unless a later one has set others. */
  setLimits(limits: TicketLimits, asOf: number): void {
    if (asOf < this.#limitsAsOf) return
    this.#limits = limits
    this.#limitsAsOf = asOf
    this.#bucket.configure(limits.requestsPerMinute, limits.requestBurst)
  }

  /** Refuses others from now on; who is refused now and was not before is cut off. */
  setDenyList(denyList: AddressRanges | undefined): void {
    this.#denyList = denyList
    if (denyList === undefined) return
    for (const running of this.#running.list()) if (denyList.has(running.address)) running.forbid()
  }

  /** Why a visitor's next request is not carried; undefined when it is, and counts. */
  check(address: string): Refusal | undefined {
    if (this.#denyList?.has(address) === true) return forbidden
    const nowMs = performance.now()
    const { openRequests, requestsPerMinute } = this.#limits
    if (this.#running.size >= openRequests) {
      return { code: 'CULVERT_TOO_MANY_OPEN', limit: { name: 'open-requests', limit: openRequests, resetSeconds: 1 } }
    }
    if (!this.#bucket.take(nowMs)) {
      const resetSeconds = Math.max(1, Math.ceil(this.#bucket.msUntilToken() / 1_000))
      const limit = { name: 'requests', limit: requestsPerMinute, windowSeconds: 60, resetSeconds } as const
      return { code: 'CULVERT_RATE_LIMITED', limit }
    }
    this.#rate.count(nowMs)
    return undefined
  }

  enter(running: Running): void {
    this.#running.add(running)
    if (this.#running.size > this.#openPeak) this.#openPeak = this.#running.size
  }

  leave(running: Running): void {
    this.#running.delete(running)
  }

  /** Turns those away whose answer has not begun, and who would wait for this session. */
  stopWaitingFor(session: WireSession): void {
    for (const running of this.#running.list()) running.stopWaitingFor(session)
  }

  /** What was used up to now; peaks begin anew. */
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

  /** Whether nothing is lost when it is forgotten: a limit must not begin anew because an agent does. */
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
