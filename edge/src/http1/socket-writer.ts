import type { Socket } from 'node:net'
import { gatherWrites, isLent, ownMemory, release, writeHeld } from '@culvert/program/memory'

/**
 * Writes to a client's socket. What waits for a client that takes nothing lies in memory of its own, so that it keeps nothing else
 * that was read together with it.
 */
export class SocketWriter {
  readonly #socket: Socket
  /** Whether the client took nothing from one turn to the next while something waited for it. */
  #isStalled = false
  /** What it had taken at the last look. */
  #takenAtLook = 0

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Whether `send` has bytes in its buffer and a drain will be told. */
  get needsDrain(): boolean {
    return this.#socket.writableNeedDrain
  }

  /** Bytes that the client has taken. */
  get takenBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  /** Sends bytes, or latin1 text. False: they wait in a buffer. */
  send(data: Buffer | string): boolean {
    if (typeof data === 'string') return this.#socket.write(data, 'latin1')
    if (!isLent(data)) return this.#socket.write(data)
    this.#noteProgress()
    if (this.#isStalled || this.#socket.writableNeedDrain) return this.#sendOwned(data)
    gatherWrites(this.#socket)
    const isTaken = writeHeld(this.#socket, data)
    release(data, 'consumer')
    return isTaken
  }

  /** Gathers what is sent until `uncork` into one write. */
  cork(): void {
    this.#noteProgress()
    this.#socket.cork()
  }

  uncork(): void {
    this.#socket.uncork()
  }

  /** Sends to a client that takes nothing for now, and may never. */
  #sendOwned(data: Buffer): boolean {
    const own = ownMemory(data, 'consumer')
    const isTaken = writeHeld(this.#socket, own)
    if (own === data) release(data, 'consumer')
    return isTaken
  }

  /** Notes whether what waits has moved since the last turn. Where it has not, what comes now may wait as long. */
  #noteProgress(): void {
    const socket = this.#socket
    // What is gathered in this turn does not wait for the client.
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
