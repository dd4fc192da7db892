import { CollectedBytes } from './collected-bytes.ts'
import type { Ring } from './ring.ts'

/** Copies of the bytes of one direction, up to a bound. They are not read before they are redacted. */
export class BodyBuffer {
  /** The number of bytes that arrived, kept or not. */
  size = 0
  isTruncated = false
  /** The number of bytes of the ring that they occupy. */
  reserved = 0
  readonly #ring: Ring
  readonly #bytesMax: number
  readonly #bytes = new CollectedBytes()

  constructor(ring: Ring, bytesMax: number) {
    this.#ring = ring
    this.#bytesMax = bytesMax
  }

  add(chunk: Buffer): void {
    this.size += chunk.length
    if (this.isTruncated) return
    const length = Math.min(chunk.length, this.#bytesMax - this.reserved)
    if (length < chunk.length) this.isTruncated = true
    if (length === 0) return
    if (!this.#ring.reserve(length)) {
      this.isTruncated = true
      return
    }
    this.reserved += length
    this.#bytes.add(chunk.subarray(0, length))
  }

  /** Returns the bytes and removes them from the buffer. */
  take(): Buffer {
    return this.#bytes.take()
  }

  /** Returns its space in the ring. */
  release(): void {
    this.#ring.release(this.reserved)
    this.reserved = 0
    this.#bytes.take()
  }
}
