/** Admits one request per token, and gains tokens at a steady rate. Times are those of the monotonic clock. */
export class TokenBucket {
  #perMs: number
  #capacity: number
  #tokens: number
  #filledAtMs: number

  constructor(perMinute: number, capacity: number, nowMs: number) {
    this.#perMs = perMinute / 60_000
    this.#capacity = capacity
    this.#tokens = capacity
    this.#filledAtMs = nowMs
  }

  /** Changes rate and capacity; tokens already taken stay taken. */
  configure(perMinute: number, capacity: number): void {
    this.#tokens = Math.min(capacity, this.#tokens + capacity - this.#capacity)
    this.#perMs = perMinute / 60_000
    this.#capacity = capacity
  }

  /** Takes one token, or the given number. Returns false if there are not enough. */
  take(nowMs: number, count = 1): boolean {
    this.#fill(nowMs)
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }

  /** Returns the time until a token is available, in milliseconds. */
  msUntilToken(): number {
    return Math.max(0, (1 - this.#tokens) / this.#perMs)
  }

  /** Reports whether the bucket is full. */
  isFull(nowMs: number): boolean {
    this.#fill(nowMs)
    return this.#tokens >= this.#capacity
  }

  #fill(nowMs: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (nowMs - this.#filledAtMs) * this.#perMs)
    this.#filledAtMs = nowMs
  }
}
