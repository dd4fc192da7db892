import type { OnReadOpts } from 'node:net'
import { hold, lend, release } from '@culvert/program/memory'

const readBytesMax = 64 * 1024
/** A socket that has received more than this at once gets a buffer of its own. */
const commonBytesMax = 16 * 1024

/** Holds some hundred answers of 1 KiB. */
const slabBytes = 256 * 1024
/** Memory for short chunks, side by side. Returned once it is full and all of them are released. */
let slab = Buffer.alloc(0)
let slabUsedBytes = 0

/** Receives what a connection reads. */
export interface ChunkReader {
  /** Called with each chunk, which belongs to it from then on, held or not yet lent. */
  onChunk: (chunk: Buffer) => void
}

/** The buffer that sockets read into when little comes at a time. They share it, because nothing in it is used beyond a read. */
const common = Buffer.allocUnsafeSlow(readBytesMax)

/**
 * Reads a socket without new memory for every read: by itself, Node takes 64 KiB for an answer of 1 KiB. Bytes are
 * copied, unless they fill memory of their own. It is an option of a new socket, which then has no `data` events.
 */
export class SocketReader implements OnReadOpts, ChunkReader {
  onChunk: (chunk: Buffer) => void = () => {}
  #memory = common

  readonly buffer = (): Buffer => this.#memory

  readonly callback = (bytes: number): boolean => {
    const memory = this.#memory
    const isGivenAway = memory !== common && bytes === readBytesMax
    if (bytes <= commonBytesMax) this.#memory = common
    else if (memory === common || isGivenAway) this.#memory = Buffer.allocUnsafeSlow(readBytesMax)
    if (isGivenAway) {
      this.onChunk(memory)
    } else {
      const chunk = bytes <= commonBytesMax ? takeShort(bytes) : Buffer.allocUnsafeSlow(bytes)
      memory.copy(chunk, 0, 0, bytes)
      this.onChunk(chunk)
    }
    return true
  }
}

function takeShort(bytes: number): Buffer {
  if (slab.length - slabUsedBytes < bytes) {
    release(slab, 'slab')
    slab = Buffer.allocUnsafeSlow(slabBytes)
    lend(slab, 'slab')
    slabUsedBytes = 0
  }
  const chunk = slab.subarray(slabUsedBytes, slabUsedBytes + bytes)
  hold(chunk, 'reader')
  slabUsedBytes += bytes
  return chunk
}
