import type { Ring } from './ring.ts'

/** Copies of the bytes of one direction, up to a bound. Nothing reads them before they are redacted. */
export class BodyBuffer {
  /** Bytes that came, kept or not. */
  size = 0
  isTruncated = false
  /** Bytes of the ring that they hold. */
  reserved = 0
  readonly #ring: Ring
  readonly #bytesMax: number
  #chunks: Buffer[] = []

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
    // A view would hold the whole block of memory that the chunk is lent from.
    this.#chunks.push(Buffer.from(chunk.subarray(0, length)))
  }

  /** Returns the bytes, which leave the buffer. */
  take(): Buffer {
    const [first] = this.#chunks
    const bytes = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    this.#chunks = []
    return bytes
  }

  /** Gives its room in the ring back. */
  release(): void {
    this.#ring.release(this.reserved)
    this.reserved = 0
    this.#chunks = []
  }
}
