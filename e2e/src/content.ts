import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

const blockBytes = 1024 * 1024

/** Returns bytes `start` to `end` (inclusive) of a file that exists nowhere: the same each time, and no two blocks alike. */
export function madeUpContent(start: number, end: number): Readable {
  return Readable.from(slices(start, end), { objectMode: false, highWaterMark: blockBytes })
}

function* slices(start: number, end: number): Generator<Buffer> {
  for (let position = start; position <= end;) {
    const offset = position % blockBytes
    const length = Math.min(blockBytes - offset, end - position + 1)
    yield block((position - offset) / blockBytes).subarray(offset, offset + length)
    position += length
  }
}

/** Returns noise with the block's number at its head, so that a lost, doubled or misplaced block changes the digest. */
function block(number: number): Buffer {
  const copy = Buffer.from(noise)
  copy.writeUInt32BE(number)
  return copy
}

const noise = Buffer.concat(
  Array.from({ length: blockBytes / 32 }, (_, index) => createHash('sha256').update(String(index)).digest()),
)
