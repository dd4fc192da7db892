import type { Socket } from 'node:net'
import type { FaultBearer } from '@culvert/program/guard'
import { gatherWrites, isLent, ownMemory, release, writeHeld } from '@culvert/program/memory'
import { PieceWriter } from '@culvert/program/piece-writer'

/**
 * Writes to a client's socket. Bytes that wait for a stalled client are copied, so that they keep no other bytes
 * in memory that were read together with them.
 */
export class SocketWriter {
  readonly #socket: Socket
  readonly #pieces: PieceWriter<string>
  /** Whether the client read nothing from one turn to the next while bytes waited for it. */
  #isStalled = false
  /** The number of bytes that it had read at the last check. */
  #readBytesAtCheck = 0
  /** The number of bytes up to the end of the last complete answer of which a part waited. */
  #answeredUpTo = 0

  /** `onRoom` is called when there is room again, unless the socket's `drain` will tell. */
  constructor(socket: Socket, onRoom: () => void, bearer: FaultBearer) {
    this.#socket = socket
    this.#pieces = new PieceWriter({
      stream: socket,
      write: (data: Buffer | string) => this.#write(data),
      onRoom,
      bearer,
    })
  }

  /** Reports whether `send` has buffered bytes and a drain will be reported. */
  get needsDrain(): boolean {
    return this.#pieces.needsDrain
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
    this.#pieces.flush()
    if (this.#socket.writableLength > 0) this.#answeredUpTo = this.#socket.bytesWritten
  }

  /** Sends bytes, or latin1 text. Returns false if they wait in a buffer. */
  send(data: Buffer | string): boolean {
    return this.#pieces.write(data)
  }

  /** Passes everything to the socket, for one who writes to it next. */
  flush(): void {
    this.#pieces.flush()
  }

  /** Ends the socket after what was sent. */
  end(): void {
    this.#pieces.flush()
    this.#socket.end()
  }

  /** Gathers everything that is sent until `uncork` into one write. */
  cork(): void {
    this.#noteProgress()
    this.#socket.cork()
  }

  uncork(): void {
    this.#socket.uncork()
  }

  #write(data: Buffer | string): boolean {
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
