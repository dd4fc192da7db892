/** The total number of bytes that all streams of a session may have in flight towards this side. */
export class CreditBudget {
  readonly #bytesMax: number
  #bytesGranted = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Counts a stream's first window. The protocol guarantees it, so it is never refused. */
  add(bytes: number): void {
    this.#bytesGranted += bytes
  }

  /** Counts `bytes` more; returns false if the session has granted enough. */
  tryAdd(bytes: number): boolean {
    if (this.#bytesGranted + bytes > this.#bytesMax) return false
    this.#bytesGranted += bytes
    return true
  }

  /** Returns the window of a stream that is over. */
  release(bytes: number): void {
    this.#bytesGranted -= bytes
  }
}

/** A round trip, in milliseconds. */
export interface RoundTrip {
  /** The last measurement, with the time spent waiting behind other bytes. */
  lastMs: number
  /** The round trip of the line itself, with nothing waiting on it. */
  baseMs: number
}

/** What a window needs to know about the connection that carries its bytes. */
export interface NetworkPath {
  /** Undefined before the first measurement. */
  getRoundTrip(): RoundTrip | undefined
  /** Whether other streams have recently started. */
  readonly isShared: boolean
}

/**
 * Up to this size, the window of a stream that has the line to itself grows by the last round trip, which is also long when a program is late;
 * beyond it, only because the line is long. Whatever a window holds beyond that waits in buffers on the path, and everything else on the tunnel
 * waits behind it.
 */
const delayHidingBytesMax = 1024 * 1024

/** A stream that shares the line shrinks a window that takes more than this many of the line's own round trips to drain. */
const sharedRoundTripsMax = 4

/**
 * The window of a stream that shares the line: bytes per millisecond of the line's own round trip, which is 524 Mbit/s, and the minimum to which
 * it shrinks. On a short line the programs at its ends are the bottleneck, and each byte in flight is work that the other streams wait for.
 */
const sharedBytesPerMs = 64 * 1024
const sharedBytesMin = 32 * 1024

/** A consumer that takes longer than this for a whole window does not need it; milliseconds. */
const slowDrainMs = 500

/**
 * The receiving end of one stream's credit. At any time
 * credit of the sender + received but not consumed + consumed but not returned = window.
 */
export class ReceiveWindow {
  /** Bytes received and not yet taken by the consumer. */
  unconsumedBytes = 0
  readonly #budget: CreditBudget
  /** The stream's initial credit. */
  readonly #windowBytesMin: number
  readonly #windowBytesMax: number
  #windowBytes: number
  #creditBytes: number
  #returnableBytes = 0
  /** When the sender was last granted credit; for the first window, when its first bytes arrived. Milliseconds. */
  #grantedAt = 0

  constructor(windowBytes: number, windowBytesMax: number, budget: CreditBudget) {
    this.#windowBytes = windowBytes
    this.#windowBytesMin = windowBytes
    this.#windowBytesMax = windowBytesMax
    this.#creditBytes = windowBytes
    this.#budget = budget
    budget.add(windowBytes)
  }

  /** Counts received bytes. Returns false if they exceed the sender's credit. */
  receive(bytes: number): boolean {
    if (bytes > this.#creditBytes) return false
    if (this.#grantedAt === 0 && bytes > 0) this.#grantedAt = performance.now()
    this.#creditBytes -= bytes
    this.unconsumedBytes += bytes
    return true
  }

  /** Counts bytes that the consumer took when the sender needs no more credit. Returns how many they really were. */
  take(bytes: number): number {
    const taken = Math.min(bytes, this.unconsumedBytes)
    this.unconsumedBytes -= taken
    return taken
  }

  /**
   * Counts bytes that the consumer took, and returns the credit to grant now: 0 until half of the window can
   * be returned at once, which makes fewer frames, yet never makes the sender stop.
   */
  consume(bytes: number, path: NetworkPath): number {
    this.#returnableBytes += this.take(bytes)
    if (this.#returnableBytes * 2 < this.#windowBytes) return 0
    const granted = this.#returnableBytes + this.#resize(path)
    this.#returnableBytes = 0
    this.#creditBytes += granted
    return granted
  }

  /** Called when the stream is over: the session may grant its window to others. */
  release(): void {
    this.#budget.release(this.#windowBytes)
    this.#windowBytes = 0
  }

  /**
   * Doubles the window if a full one would drain within two round trips: the sender then waits for credit, not for the
   * consumer. Halves a window that has grown for a consumer that is now slow, or that holds more than its share of a shared line. Returns the bytes by which it changed.
   */
  #resize(path: NetworkPath): number {
    const now = performance.now()
    const drainMs = ((now - this.#grantedAt) * this.#windowBytes) / this.#returnableBytes
    this.#grantedAt = now
    const roundTrip = path.getRoundTrip()
    if (roundTrip === undefined) return 0
    const { lastMs, baseMs } = roundTrip
    const sharedBytesMax = Math.max(sharedBytesMin, Math.floor(sharedBytesPerMs * baseMs))
    const bytesMax = Math.min(this.#windowBytesMax, path.isShared ? sharedBytesMax : Number.POSITIVE_INFINITY)
    if (this.#windowBytes > bytesMax) return this.#shrink(bytesMax)
    const mayHideDelays = this.#windowBytes < delayHidingBytesMax && !path.isShared
    if (drainMs <= 2 * (mayHideDelays ? lastMs : baseMs)) return this.#grow(bytesMax)
    const isSlow = drainMs > slowDrainMs && drainMs > 8 * lastMs
    const delaysOthers = path.isShared && drainMs > sharedRoundTripsMax * baseMs
    return isSlow || delaysOthers ? this.#shrink(this.#windowBytesMin) : 0
  }

  #grow(bytesMax: number): number {
    const grownBytes = Math.min(this.#windowBytes, bytesMax - this.#windowBytes)
    if (grownBytes <= 0 || !this.#budget.tryAdd(grownBytes)) return 0
    this.#windowBytes += grownBytes
    return grownBytes
  }

  /** Withholds credit that is due, which is at least half of the window. */
  #shrink(bytesMin: number): number {
    const bytes = Math.floor(Math.min(this.#windowBytes / 2, this.#windowBytes - bytesMin))
    if (bytes <= 0) return 0
    this.#windowBytes -= bytes
    this.#budget.release(bytes)
    return -bytes
  }
}
