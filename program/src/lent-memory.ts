import assert from 'node:assert/strict'
import type { Writable } from 'node:stream'
import { isArrayBuffer } from 'node:util/types'
import { isWatching } from './watch.ts'

/** Shorter chunks are not worth counting. */
const lentBytesMin = 4 * 1024

/**
 * Returns an ArrayBuffer's memory at once. Undefined if the runtime cannot (before Node 21): then nothing is ever lent,
 * and the collector reclaims all memory.
 */
const transfer: ((this: ArrayBuffer, byteLength: number) => ArrayBuffer) | undefined = Reflect.get(
  ArrayBuffer.prototype,
  'transfer',
)

/**
 * The holder of a part of lent memory: the reader of a socket, the consumer of a stream's data, the sender that queues it and keeps it
 * until it is acknowledged, a write that the kernel has not finished, or the slab that short pieces share. Each releases what it holds
 * and nothing else.
 */
export type Holder = 'reader' | 'consumer' | 'sender' | 'write' | 'slab'

/** Lent memory, and how many parts of it are held. */
class Loan {
  #parts = 1
  /** The parts by holder, while invariants are watched. */
  readonly #byHolder: Map<Holder, number> | undefined

  constructor(by: Holder) {
    if (isWatching) this.#byHolder = new Map([[by, 1]])
  }

  hold(by: Holder): void {
    this.#parts += 1
    this.#byHolder?.set(by, (this.#byHolder.get(by) ?? 0) + 1)
  }

  /** Returns whether nothing holds it any more. */
  release(by: Holder): boolean {
    if (this.#byHolder !== undefined) {
      const held = this.#byHolder.get(by) ?? 0
      assert(held > 0, `Memory is released by what holds it: the ${by} holds none`)
      this.#byHolder.set(by, held - 1)
    }
    this.#parts -= 1
    return this.#parts === 0
  }
}

const loans = new WeakMap<ArrayBufferLike, Loan>()

/**
 * Begins to count the holders of a chunk that a socket has just read and that nothing else refers to. When the last one has released
 * it, its memory is returned at once, and all views of it are empty. Memory that is not released is left to the collector.
 *
 * V8 runs a full collection for every 64 MB allocated outside its heap: without this, a transfer spends
 * half of its time on marking everything else in memory. Once its young generation has grown, 8 MB are enough:
 * then small answers, which leave as much behind in a tenth of a second, would pause for 10 ms every 200 ms.
 */
export function lend(chunk: Buffer, by: Holder): void {
  const { buffer, length } = chunk
  // What a `SocketReader` has read is already lent.
  if (transfer === undefined || length < lentBytesMin || length !== buffer.byteLength || loans.has(buffer)) return
  loans.set(buffer, new Loan(by))
}

/**
 * Returns what a socket has just read, lent to its reader. Node 26 leaves it in memory that is larger, or has other parts: it is then copied. A
 * short chunk is returned unchanged.
 */
export function lendRead(chunk: Buffer): Buffer {
  if (chunk.length < lentBytesMin || isLent(chunk)) return chunk
  const own = ownMemory(chunk, 'reader', 1)
  lend(own, 'reader')
  return own
}

/** Counts one more holder, which needs a piece beyond this call. */
export function hold(piece: Buffer, by: Holder): void {
  loans.get(piece.buffer)?.hold(by)
}

/** Reports whether the piece is lent, so that releasing it matters. */
export function isLent(piece: Buffer): boolean {
  return loans.has(piece.buffer)
}

/** Releases a piece for one of its holders. */
export function release(piece: Buffer, by: Holder): void {
  const { buffer } = piece
  const loan = loans.get(buffer)
  if (loan === undefined) {
    assert(piece.length > 0 || !isGivenBack(buffer), 'Memory is released once')
    return
  }
  if (!loan.release(by)) return
  loans.delete(buffer)
  if (isArrayBuffer(buffer)) transfer?.call(buffer, 0)
}

/** Writes a piece, and holds it until the stream has passed it on or dropped it: until then the kernel may read it. */
export function writeHeld(stream: Writable, piece: Buffer): boolean {
  if (!isLent(piece)) return stream.write(piece)
  hold(piece, 'write')
  return stream.write(piece, () => release(piece, 'write'))
}

/**
 * Returns a piece, copied if its memory is more than `timesMax` times as large; then what `by` holds of it is
 * released, and it holds the copy, which is lent if the piece was. For pieces that may wait for a long time: an untaken
 * byte would keep everything that was read together with it.
 */
export function ownMemory(piece: Buffer, by: Holder, timesMax = 2): Buffer {
  if (piece.buffer.byteLength <= piece.length * timesMax) return piece
  // Not from Node's pool, which is also shared.
  const own = Buffer.allocUnsafeSlow(piece.length)
  piece.copy(own)
  if (isLent(piece)) lend(own, by)
  release(piece, by)
  return own
}

/**
 * Makes the piece written next, and what follows it, share a write, until the event loop has run through its sockets. TLS delivers a transfer
 * in records of 16 KiB, each in a separate callback: written one by one, they would cost a system call each. A short piece is
 * more often an event or a message than a part of a transfer, and is sent at once.
 */
export function gatherWrites(stream: Writable, piece: Buffer): void {
  if (piece.length < lentBytesMin || stream.writableCorked > 0) return
  stream.cork()
  setImmediate(uncork, stream)
}

function uncork(stream: Writable): void {
  stream.uncork()
}

function isGivenBack(buffer: ArrayBufferLike): boolean {
  return Reflect.get(buffer, 'detached') === true
}
