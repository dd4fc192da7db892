const noBytes = Buffer.alloc(0)

/**
 * Joins waiting bytes with those that follow. Its memory doubles, so that a head that arrives byte by byte is copied a few
 * times and not once per byte. Joined bytes are never overwritten: parts of them may have been passed on.
 */
export class GrowingBuffer {
  #memory: Buffer = noBytes
  #usedBytes = 0

  /** Returns `waiting` and `bytes` in one piece. `waiting` is the end of what was last returned, or comes from elsewhere. */
  join(waiting: Buffer, bytes: Buffer): Buffer {
    const joinedBytes = waiting.length + bytes.length
    const isJoined = waiting.buffer === this.#memory.buffer
    if (!isJoined || this.#usedBytes + bytes.length > this.#memory.length) {
      // Not from Node's pool: this memory is recognized by its ArrayBuffer.
      this.#memory = Buffer.allocUnsafeSlow(2 * joinedBytes)
      this.#usedBytes = waiting.copy(this.#memory)
    }
    this.#usedBytes += bytes.copy(this.#memory, this.#usedBytes)
    return this.#memory.subarray(this.#usedBytes - joinedBytes, this.#usedBytes)
  }

  /** Drops its memory once nothing waits. */
  clear(): void {
    this.#memory = noBytes
    this.#usedBytes = 0
  }
}
