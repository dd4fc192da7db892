import { ownMemory, release } from './lent-memory.ts'
import type { Holder } from './lent-memory.ts'

/** Up to this many small pieces wait as they came, in a queue or in a stream. */
export const separateMax = 16

/** Larger pieces are not worth a copy, in bytes. */
export const joinedBytesMax = 4 * 1024

/** The memory into which small pieces are joined, in bytes. */
const blockBytes = 16 * 1024

/** The queue whose last piece is in a block, so that only that queue continues the block. */
const queueOfBlock = new WeakMap<ArrayBufferLike, Buffer[]>()

/**
 * Adds a piece, which `by` holds, at the end of a queue. The sender chooses the size of the pieces, and as a piece of its own each byte would
 * take a hundred times its memory: once many wait, small ones are copied into blocks, side by side. What is in a block is never overwritten. Any other
 * piece is copied if its memory is more than `timesMax` times as large, and waits as it came if not.
 */
export function enqueuePiece(queue: Buffer[], piece: Buffer, by: Holder, timesMax = Number.POSITIVE_INFINITY): void {
  if (queue.length < separateMax || piece.length > joinedBytesMax) {
    queue.push(ownMemory(piece, by, timesMax))
    return
  }
  const last = queue.at(-1)
  if (last !== undefined && queueOfBlock.get(last.buffer) === queue) {
    const joined = Buffer.from(last.buffer, last.byteOffset)
    if (joined.length - last.length >= piece.length) {
      piece.copy(joined, last.length)
      queue[queue.length - 1] = joined.subarray(0, last.length + piece.length)
      release(piece, by)
      return
    }
  }
  const block = Buffer.allocUnsafeSlow(blockBytes)
  queueOfBlock.set(block.buffer, queue)
  piece.copy(block)
  queue.push(block.subarray(0, piece.length))
  release(piece, by)
}
