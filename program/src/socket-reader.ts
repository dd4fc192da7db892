import type { OnReadOpts } from 'node:net'
import { hold, lend, release } from './lent-memory.ts'
import type { Holder } from './lent-memory.ts'

const readBytesMax = 64 * 1024
/** The size of a TLS record: a socket that receives this much at once has more to come, and gets its own block. */
export const recordBytesMax = 16 * 1024
/** A socket that reads no more than this several times in a row gives up its block. Once is the end of a long frame. */
const shortBytesMax = 4 * 1024
const shortReadsMax = 4

/** Holds some hundred answers of 1 KiB. */
const slabBytes = 256 * 1024
/** Memory for short chunks, side by side. Returned once it is full and all chunks are released. */
let slab: Buffer = Buffer.alloc(0)
let slabUsedBytes = 0

/** Receives what a connection reads. */
export interface ChunkReader {
  /** Called with each chunk, which then belongs to the callee: lent, with a part held by the `reader`. */
  onChunk: (chunk: Buffer) => void
}

/** The buffer that sockets read into when little arrives at a time. They share it, because nothing in it is used beyond a read. */
const common = Buffer.allocUnsafeSlow(readBytesMax)

/**
 * Reads a socket without new memory for every read. Small reads are copied into a slab that all sockets share. A socket that receives much reads
 * into separate blocks, one chunk after the other, and nothing is copied. It is the option `onread` of a new socket, which then
 * has no `data` events.
 */
export class SocketReader implements OnReadOpts, ChunkReader {
  onChunk: (chunk: Buffer) => void = () => {}
  /** Where the next bytes go: the common buffer, or the rest of a block, which is held as a `slab` until it is replaced. */
  #memory: Buffer
  #shortReads = 0

  /** `isBusy`: much has already been received. */
  constructor(isBusy = false) {
    this.#memory = isBusy ? newBlock() : common
  }

  readonly buffer = (): Buffer => this.#memory

  readonly callback = (bytes: number): boolean => {
    this.onChunk(this.#memory === common ? this.#copy(bytes) : this.#cut(bytes))
    return true
  }

  #copy(bytes: number): Buffer {
    const isMuch = bytes >= recordBytesMax
    const chunk = isMuch ? lendNew(bytes, 'reader') : takeShort(bytes)
    common.copy(chunk, 0, 0, bytes)
    if (isMuch) this.#memory = newBlock()
    return chunk
  }

  /** Cuts what was read off the block, and makes room for what follows. */
  #cut(bytes: number): Buffer {
    const block = this.#memory
    this.#shortReads = bytes <= shortBytesMax ? this.#shortReads + 1 : 0
    const isQuiet = this.#shortReads >= shortReadsMax
    if (isQuiet) this.#shortReads = 0
    // A little of a new block would keep all of it: more often than not it is the end of a transfer.
    const isCopied = block.length === readBytesMax && bytes < recordBytesMax
    const chunk = isCopied ? lendNew(bytes, 'reader') : block.subarray(0, bytes)
    if (isCopied) block.copy(chunk, 0, 0, bytes)
    else hold(chunk, 'reader')
    const rest = isCopied ? block : block.subarray(bytes)
    if (isQuiet || rest.length < recordBytesMax) {
      this.#memory = isQuiet ? common : newBlock()
      release(block, 'slab')
    } else {
      this.#memory = rest
    }
    return chunk
  }
}

function newBlock(): Buffer {
  return lendNew(readBytesMax, 'slab')
}

function lendNew(bytes: number, by: Holder): Buffer {
  const memory = Buffer.allocUnsafeSlow(bytes)
  lend(memory, by)
  return memory
}

function takeShort(bytes: number): Buffer {
  if (slab.length - slabUsedBytes < bytes) {
    release(slab, 'slab')
    slab = lendNew(slabBytes, 'slab')
    slabUsedBytes = 0
  }
  const chunk = slab.subarray(slabUsedBytes, slabUsedBytes + bytes)
  hold(chunk, 'reader')
  slabUsedBytes += bytes
  return chunk
}
