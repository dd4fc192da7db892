/**
 * Bytes that arrive in pieces, copied together. A piece may be a single byte, which as a Buffer of its own would take a hundred times its
 * length.
 */
export class CollectedBytes {
  length = 0
  #memory: Buffer = noBytes

  add(piece: Buffer): void {
    const needed = this.length + piece.length
    if (needed > this.#memory.length) {
      // The first piece is often the only one.
      const memory = Buffer.allocUnsafe(this.length === 0 ? needed : Math.max(needed, this.#memory.length * 2))
      this.#memory.copy(memory, 0, 0, this.length)
      this.#memory = memory
    }
    piece.copy(this.#memory, this.length)
    this.length = needed
  }

  /** Returns the bytes in memory of their length, and removes them. */
  take(): Buffer {
    const { length } = this
    const taken = this.#memory.length === length ? this.#memory : Buffer.from(this.#memory.subarray(0, length))
    this.#memory = noBytes
    this.length = 0
    return taken
  }
}

const noBytes = Buffer.alloc(0)
