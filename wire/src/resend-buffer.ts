import { release } from '@culvert/program/memory'

/**
 * The memory that unacknowledged bytes may take; at this bound, no more is sent. A Linux connection itself holds at most
 * 4 MiB, so this slows no peer that acknowledges.
 */
const heldBytesMax = 16 * 1024 * 1024

/**
 * The bytes that a session has sent and the other side has not acknowledged, to be resent over the next connection. It keeps
 * references: send buffers are never overwritten, and lent ones are held until then.
 */
export class ResendBuffer {
  /** Adjacent bytes in the same memory are one segment. */
  #segments: Buffer[] = []
  /** The number of segments in each piece of memory. */
  readonly #memories = new Map<ArrayBufferLike, number>()
  #heldBytes = 0
  #sentBytes = 0
  #acknowledgedBytes = 0

  /** The number of bytes that are not acknowledged. */
  get bytes(): number {
    return this.#sentBytes - this.#acknowledgedBytes
  }

  /** The memory that is kept for them, in bytes, including the parts that have been acknowledged. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Reports whether so much waits for an ACK that sending must wait as well. */
  get isFull(): boolean {
    return this.#heldBytes >= heldBytesMax
  }

  /** Reports whether any of the bytes are in this memory. */
  holds({ buffer }: Buffer): boolean {
    return this.#memories.has(buffer)
  }

  /** Adds bytes that were sent, and takes over the hold on them. */
  add(segment: Buffer): void {
    this.#sentBytes += segment.length
    const last = this.#segments.at(-1)
    if (last?.buffer === segment.buffer && last.byteOffset + last.length === segment.byteOffset) {
      this.#segments[this.#segments.length - 1] = Buffer.from(
        last.buffer,
        last.byteOffset,
        last.length + segment.length,
      )
      release(segment, 'sender')
      return
    }
    this.#segments.push(segment)
    const count = this.#memories.get(segment.buffer) ?? 0
    this.#memories.set(segment.buffer, count + 1)
    if (count === 0) this.#heldBytes += segment.buffer.byteLength
  }

  /** Reports whether the other side can have received exactly this much. */
  covers(receivedBytes: number): boolean {
    return receivedBytes >= this.#acknowledgedBytes && receivedBytes <= this.#sentBytes
  }

  /** Forgets what the other side has received; `covers` tells whether that is possible. */
  acknowledge(receivedBytes: number): void {
    let bytes = receivedBytes - this.#acknowledgedBytes
    let count = 0
    for (const segment of this.#segments) {
      if (segment.length > bytes) break
      bytes -= segment.length
      count += 1
    }
    for (const segment of this.#segments.splice(0, count)) this.#forget(segment)
    const [first] = this.#segments
    if (first && bytes > 0) this.#segments[0] = first.subarray(bytes)
    this.#acknowledgedBytes = receivedBytes
  }

  /** Returns everything that is not acknowledged, in order. */
  list(): readonly Buffer[] {
    return this.#segments
  }

  /** Forgets everything: nothing will be resent. */
  clear(): void {
    for (const segment of this.#segments.splice(0)) this.#forget(segment)
  }

  #forget(segment: Buffer): void {
    const { buffer } = segment
    const count = this.#memories.get(buffer) ?? 0
    if (count > 1) this.#memories.set(buffer, count - 1)
    else {
      this.#memories.delete(buffer)
      this.#heldBytes -= buffer.byteLength
    }
    release(segment, 'sender')
  }
}
