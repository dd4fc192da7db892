const noBytes = Buffer.alloc(0)

/**
 * Joins bytes that wait with those that follow. Its room doubles, so that a head that comes byte by byte is copied a few
 * times and not once a byte. What was joined once is never written again: parts of it may have been passed on.
 */
export class GrowingBuffer {
  #room: Buffer = noBytes
  #usedBytes = 0

  /** `waiting` and then `bytes`, in one piece. `waiting` is the end of what was returned last, or comes from elsewhere. */
  join(waiting: Buffer, bytes: Buffer): Buffer {
    const joinedBytes = waiting.length + bytes.length
    const isJoined = waiting.buffer === this.#room.buffer
    if (!isJoined || this.#usedBytes + bytes.length > this.#room.length) {
      // Not from node's pool: by its memory alone this room is known again.
      this.#room = Buffer.allocUnsafeSlow(2 * joinedBytes)
      this.#usedBytes = waiting.copy(this.#room)
    }
    this.#usedBytes += bytes.copy(this.#room, this.#usedBytes)
    return this.#room.subarray(this.#usedBytes - joinedBytes, this.#usedBytes)
  }

  /** Lets go of its room: nothing waits any more. */
  clear(): void {
    this.#room = noBytes
    this.#usedBytes = 0
  }
}
