const noBytes = Buffer.alloc(0)

/**
 * Joins waiting bytes with those that follow. Its memory doubles, so that a head that arrives byte by byte is copied a few
 * times and not once per byte. Joined bytes are never overwritten: parts of them may have been passed on.
 */
export class GrowingBuffer {
  #room: Buffer = noBytes
  #usedBytes = 0

  /** Returns `waiting` and `bytes` in one piece. `waiting` is the end of what was last returned, or comes from elsewhere. */
  join(waiting: Buffer, bytes: Buffer): Buffer {
    const joinedBytes = waiting.length + bytes.length
    const isJoined = waiting.buffer === this.#room.buffer
    if (!isJoined || this.#usedBytes + bytes.length > this.#room.length) {
      // Not from Node's pool: this memory is recognized by its ArrayBuffer.
      this.#room = Buffer.allocUnsafeSlow(2 * joinedBytes)
      this.#usedBytes = waiting.copy(this.#room)
    }
    this.#usedBytes += bytes.copy(this.#room, this.#usedBytes)
    return this.#room.subarray(this.#usedBytes - joinedBytes, this.#usedBytes)
  }

  /** Drops its memory once nothing waits. */
  clear(): void {
    this.#room = noBytes
    this.#usedBytes = 0
  }
}
