import type { Socket } from 'node:net'
import { gatherWrites, isLent, ownMemory, release, writeHeld } from '@culvert/program/memory'

/**
 * Writes to a client's socket. Bytes that wait for a client that takes nothing are copied, so that they keep no other bytes
 * in memory that were read together with them.
 */
export class SocketWriter {
  readonly #socket: Socket
  /** Whether the client took nothing from one turn to the next while bytes waited for it. */
  #isStalled = false
  /** The bytes that it had taken at the last look. */
  #takenAtLook = 0

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Reports whether `send` has bytes in its buffer and a drain will be told. */
  get needsDrain(): boolean {
    return this.#socket.writableNeedDrain
  }

  /** The number of bytes that the client has taken. */
  get takenBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  /** Sends bytes, or latin1 text. Returns false when they wait in a buffer. */
  send(data: Buffer | string): boolean {
    if (typeof data === 'string') return this.#socket.write(data, 'latin1')
    if (!isLent(data)) return this.#socket.write(data)
    this.#noteProgress()
    // What waits for a client that takes nothing at the moment may wait for ever.
    const mustWait = this.#isStalled || this.#socket.writableNeedDrain
    const sent = mustWait ? ownMemory(data, 'consumer') : data
    if (!mustWait) gatherWrites(this.#socket, sent)
    const isTaken = writeHeld(this.#socket, sent)
    release(sent, 'consumer')
    return isTaken
  }

  /** Gathers everything that is sent until `uncork` into one write. */
  cork(): void {
    this.#noteProgress()
    this.#socket.cork()
  }

  uncork(): void {
    this.#socket.uncork()
  }

  /** Notes whether the client has taken anything since the last turn. If not, the bytes that come now may wait as long. */
  #noteProgress(): void {
    const socket = this.#socket
    // Bytes that are gathered in this turn do not wait for the client.
    if (socket.writableCorked > 0) return
    if (socket.writableLength === 0) {
      this.#isStalled = false
      return
    }
    const { takenBytes } = this
    this.#isStalled = takenBytes === this.#takenAtLook
    this.#takenAtLook = takenBytes
  }
}
