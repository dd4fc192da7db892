/** What an account's clients demand of its limits at this edge, as fractions of the whole limits; may exceed 1. */
export interface Demand {
  requests: number
  openRequests: number
}

/** The parts of an account's limits that this edge may give, from 0 to 1. */
export type LimitParts = Demand

/** The whole limits: no other edge gives any. */
export const wholeLimits: LimitParts = { requests: 1, openRequests: 1 }

/** The part of an earlier demand that still counts a second later, so that a pause between two page loads moves no limits to other edges. */
const decayPerSecond = 0.8

/** The time over which a rate is measured: a burst before or after a quiet period counts as one second's requests. */
const measuredSeconds = { min: 1, max: 3 }

/** Measures what an account's clients ask for, whether it is given or refused. Times are those of the monotonic clock. */
export class LimitDemand {
  #requests = 0
  #refusedOpen = 0
  #openPeak = 0
  #takenMs: number
  #latest: Demand = { requests: 0, openRequests: 0 }

  constructor(nowMs: number) {
    this.#takenMs = nowMs
  }

  /** Notes a request that did not exceed a limit of open requests. */
  noteRequest(): void {
    this.#requests += 1
  }

  /** Notes a request that was refused because too many are open. */
  noteRefusedOpen(): void {
    this.#refusedOpen += 1
  }

  /** Notes how many requests are open now. */
  noteOpen(count: number): void {
    if (count > this.#openPeak) this.#openPeak = count
  }

  /** Returns the demand since the last call, or what remains of an earlier, greater one. */
  take(limits: { requestsPerMinute: number; openRequests: number }, openNow: number, nowMs: number): Demand {
    const passedSeconds = (nowMs - this.#takenMs) / 1_000
    const kept = decayPerSecond ** passedSeconds
    const seconds = Math.min(measuredSeconds.max, Math.max(measuredSeconds.min, passedSeconds))
    const requests = ((this.#requests / seconds) * 60) / limits.requestsPerMinute
    const openRequests = (Math.max(this.#openPeak, openNow) + this.#refusedOpen) / limits.openRequests
    this.#latest = {
      requests: Math.max(requests, this.#latest.requests * kept),
      openRequests: Math.max(openRequests, this.#latest.openRequests * kept),
    }
    this.#requests = 0
    this.#refusedOpen = 0
    this.#openPeak = openNow
    this.#takenMs = nowMs
    return this.#latest
  }
}
