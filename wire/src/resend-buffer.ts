import { release } from './lent-memory.ts'

/**
 * Sent bytes above which no more are sent before some are acknowledged. A connection of Linux holds 4 MiB at most by itself,
 * so that this slows nobody who acknowledges.
 */
const bytesMax = 16 * 1024 * 1024

/**
 * What a session has sent and the other side has not acknowledged, to be sent again over the next connection. It keeps
 * references: send buffers are never written over, and lent ones are held until then.
 */
export class ResendBuffer {
  readonly #segments: Buffer[] = []
  #sentBytes = 0
  #acknowledgedBytes = 0

  get bytes(): number {
    return this.#sentBytes - this.#acknowledgedBytes
  }

  /** So much waits for an ACK that sending has to. */
  get isFull(): boolean {
    return this.bytes >= bytesMax
  }

  add(segment: Buffer): void {
    this.#segments.push(segment)
    this.#sentBytes += segment.length
  }

  /** Whether the other side can have received just so much. */
  covers(receivedBytes: number): boolean {
    return receivedBytes >= this.#acknowledgedBytes && receivedBytes <= this.#sentBytes
  }

  /** Forgets what the other side has; `covers` says whether it can. */
  acknowledge(receivedBytes: number): void {
    let bytes = receivedBytes - this.#acknowledgedBytes
    let count = 0
    for (const segment of this.#segments) {
      if (segment.length > bytes) break
      bytes -= segment.length
      count += 1
    }
    for (const segment of this.#segments.splice(0, count)) release(segment)
    const [first] = this.#segments
    if (first && bytes > 0) this.#segments[0] = first.subarray(bytes)
    this.#acknowledgedBytes = receivedBytes
  }

  /** Everything that is not acknowledged, in order. */
  list(): readonly Buffer[] {
    return this.#segments
  }
}
