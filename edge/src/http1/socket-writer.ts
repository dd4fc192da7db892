import type { Socket } from 'node:net'
import { gatherWrites, isLent, ownMemory, release, writeHeld } from '@culvert/program/memory'

/**
 * Writes to a client's socket. Bytes that wait for a stalled client are copied, so that they keep no other bytes
 * in memory that were read together with them.
 */
export class SocketWriter {
  readonly #socket: Socket
  /** Whether the client read nothing from one turn to the next while bytes waited for it. */
  #isStalled = false
  /** The number of bytes that it had read at the last check. */
  #readBytesAtCheck = 0
  /** The number of bytes up to the end of the last complete answer of which a part waited. */
  #answeredUpTo = 0

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Reports whether `send` has buffered bytes and a drain will be reported. */
  get needsDrain(): boolean {
    return this.#socket.writableNeedDrain
  }

  /** The number of bytes that the client has read. */
  get readBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  /** The bytes of complete answers that wait for the client. */
  get answeredBytes(): number {
    return this.#socket.writableLength === 0 ? 0 : Math.max(0, this.#answeredUpTo - this.readBytes)
  }

  /** Called when all of an answer was sent. */
  noteAnswered(): void {
    if (this.#socket.writableLength > 0) this.#answeredUpTo = this.#socket.bytesWritten
  }

  /** Sends bytes, or latin1 text. Returns false if they wait in a buffer. */
  send(data: Buffer | string): boolean {
    if (typeof data === 'string') return this.#socket.write(data, 'latin1')
    if (!isLent(data)) return this.#socket.write(data)
    this.#noteProgress()
    // What waits for a client that reads nothing now may wait forever.
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

  /** Notes whether the client has read anything since the last turn. If not, the bytes that are sent now may wait as long. */
  #noteProgress(): void {
    const socket = this.#socket
    // Bytes that are gathered in this turn do not wait for the client.
    if (socket.writableCorked > 0) return
    if (socket.writableLength === 0) {
      this.#isStalled = false
      return
    }
    const { readBytes } = this
    this.#isStalled = readBytes === this.#readBytesAtCheck
    this.#readBytesAtCheck = readBytes
  }
}
