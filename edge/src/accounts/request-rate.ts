const slotMs = 5_000
const slotCount = 12

/** Counts the requests of the last minute, in steps of five seconds. Times are those of the monotonic clock. */
export class RequestRate {
  readonly #slots = new Uint32Array(slotCount)
  #slot: number
  #sum = 0
  #peak = 0

  constructor(nowMs: number) {
    this.#slot = Math.floor(nowMs / slotMs)
  }

  count(nowMs: number): void {
    this.#advance(nowMs)
    const index = this.#slot % slotCount
    this.#slots[index] = (this.#slots[index] ?? 0) + 1
    this.#sum += 1
    if (this.#sum > this.#peak) this.#peak = this.#sum
  }

  /** Returns the number of requests within the last minute. */
  perMinute(nowMs: number): number {
    this.#advance(nowMs)
    return this.#sum
  }

  /** Returns the peak of requests within a minute since the last call. */
  takePeak(nowMs: number): number {
    const peak = Math.max(this.#peak, this.perMinute(nowMs))
    this.#peak = this.#sum
    return peak
  }

  #advance(nowMs: number): void {
    const slot = Math.floor(nowMs / slotMs)
    const passed = Math.min(slot - this.#slot, slotCount)
    for (let step = 1; step <= passed; step += 1) {
      const index = (slot - passed + step) % slotCount
      this.#sum -= this.#slots[index] ?? 0
      this.#slots[index] = 0
    }
    this.#slot = slot
  }
}
