import type { Writable } from 'node:stream'
import { guard } from './guard.ts'
import type { FaultBearer } from './guard.ts'
import { release } from './lent-memory.ts'
import { enqueuePiece, joinedBytesMax, separateMax } from './piece-queue.ts'

/** How much more memory than its bytes a piece may keep while it waits here. */
const timesMax = 2

interface PieceWriterOptions<Text> {
  stream: Writable
  /** Writes a piece to the stream, and takes over the consumer's hold on it. */
  write: (piece: Buffer | Text) => boolean
  /** Called when there is room again, unless the stream itself will report that it has drained. */
  onRoom: () => void
  bearer: FaultBearer
}

/**
 * Writes pieces to a stream whose reader may be slow. A stream keeps what waits in a list, where a small piece takes a hundred times its memory, and is counted
 * by its bytes alone: once many small pieces wait there, what follows waits here, joined, until the stream has written them. A piece that need not wait is
 * written as it came. `Text` is `string` if pieces may be latin1 text.
 */
export class PieceWriter<Text extends string = never> {
  readonly #stream: Writable
  readonly #write: (piece: Buffer | Text) => boolean
  readonly #onRoom: () => void
  readonly #bearer: FaultBearer
  /** How many small pieces were written in a row while the stream had something to write. */
  #separate = 0
  /** Whether pieces wait until the stream has written what it has. */
  #isJoining = false
  #queue: Buffer[] = []
  #queuedBytes = 0

  constructor({ stream, write, onRoom, bearer }: PieceWriterOptions<Text>) {
    this.#stream = stream
    this.#write = write
    this.#onRoom = onRoom
    this.#bearer = bearer
  }

  /** Reports whether there is no room for more, and either `onRoom` will be called or the stream will drain. */
  get needsDrain(): boolean {
    return this.#isJoining || this.#stream.writableNeedDrain
  }

  /** The bytes that wait, here and in the stream. */
  get waitingBytes(): number {
    return this.#queuedBytes + this.#stream.writableLength
  }

  /** Writes a piece, which the consumer holds. Returns false if there is no room for more. */
  write(piece: Buffer | Text): boolean {
    if (this.#isJoining) {
      const waiting = asBuffer(piece)
      this.#queuedBytes += waiting.length
      enqueuePiece(this.#queue, waiting, 'consumer', timesMax)
      return false
    }
    if (piece.length > joinedBytesMax) return this.#write(piece)
    this.#separate = this.#stream.writableLength === 0 ? 0 : this.#separate + 1
    if (this.#separate < separateMax) return this.#write(piece)
    this.#isJoining = true
    const last = asBuffer(piece)
    const written = guard('pieces.written', this.#bearer, (error: unknown) => this.#written(error))
    this.#stream.write(Buffer.from(last), written)
    release(last, 'consumer')
    return false
  }

  /** Passes everything that waits here to the stream, for example before that ends. */
  flush(): void {
    if (this.#queue.length === 0) return
    const queue = this.#takeQueue()
    this.#stream.cork()
    for (const piece of queue) this.#write(piece)
    this.#stream.uncork()
  }

  #written(error: unknown): void {
    this.#isJoining = false
    this.#separate = 0
    if (error instanceof Error) this.#takeQueue()
    else this.flush()
    if (this.#stream.writable && !this.#stream.writableNeedDrain) this.#onRoom()
  }

  #takeQueue(): Buffer[] {
    const queue = this.#queue
    this.#queue = []
    this.#queuedBytes = 0
    return queue
  }
}

function asBuffer(piece: Buffer | string): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
}
