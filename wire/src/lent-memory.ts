import type { Writable } from 'node:stream'
import { isArrayBuffer } from 'node:util/types'

/** Shorter chunks are not worth the count. */
const lentBytesMin = 4 * 1024

/** How many still need the memory of a chunk. */
const holders = new WeakMap<ArrayBufferLike, number>()

/**
 * Begins to count who needs a chunk that a socket has just read and that nobody else refers to. When the last has released
 * it, its memory is given back at once, and all views of it are empty. Who forgets to release leaves it to the collector.
 *
 * V8 runs a full collection for every 64 MB that lie outside its heap, wherever they are: without this, a transfer spends
 * half of its time on looking through everything else in memory. Where its young generation has grown, 8 MB are enough:
 * then small answers, which leave as much behind in a tenth of a second, would stop every 200 ms for 10.
 */
export function lend(chunk: Buffer): void {
  if (chunk.length >= lentBytesMin && chunk.length === chunk.buffer.byteLength) holders.set(chunk.buffer, 1)
}

/** Counts one more who needs a piece beyond this call. */
export function hold(piece: Buffer): void {
  const count = holders.get(piece.buffer)
  if (count !== undefined) holders.set(piece.buffer, count + 1)
}

/** Whether anything comes of releasing this piece. */
export function isLent(piece: Buffer): boolean {
  return holders.has(piece.buffer)
}

/** One of those who hold a piece does not need it any more. */
export function release(piece: Buffer): void {
  const { buffer } = piece
  const count = holders.get(buffer)
  if (count === undefined) return
  if (count > 1) {
    holders.set(buffer, count - 1)
    return
  }
  holders.delete(buffer)
  if (isArrayBuffer(buffer)) buffer.transfer(0)
}

/** Writes a piece, and holds it until the stream has passed it on or given it up: till then the kernel may read it. */
export function writeHeld(stream: Writable, piece: Buffer): boolean {
  if (!isLent(piece)) return stream.write(piece)
  hold(piece)
  return stream.write(piece, () => release(piece))
}
