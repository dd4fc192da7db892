import { writeHeader } from './frames.ts'
import { hold, lend, release } from '@culvert/program/memory'
import { ownMemory } from '@culvert/program/memory'
import { headerBytes } from './protocol.ts'

/** Up to this many bytes, copying a payload next to its header is cheaper than writing an additional part. */
const copyBytesMax = 8 * 1024

/** A payload that would keep more than this many times its own bytes in memory is also copied. */
const pinnedTimesMax = 8

const slabBytesMin = 4 * 1024

/** Several times what is sent in a turn: a frame that begins in one slab and ends in the next takes two parts of a write. */
const slabBytesMax = 256 * 1024

/**
 * The frames of a session's next write. They lie in slabs that belong to the session: what it keeps until the other side
 * acknowledges it keeps no memory of other sessions alive. A slab is no larger than what the session already keeps, so that a
 * few bytes that are never acknowledged keep little more than themselves. Nothing is ever overwritten.
 */
export class SendBatch {
  /** Headers and payloads added so far, in bytes. */
  bytes = 0
  /** How many of these bytes were written into slabs. */
  #copiedBytes = 0
  #segments: Buffer[] = []
  #segmentStart = 0
  #slab = noSlab
  #slabUsedBytes = 0

  /** The memory for the next frames, if any; held by this batch. */
  get slab(): Buffer {
    return this.#slab
  }

  /**
   * Adds a frame. Text is written as latin1; a buffer above 8 KiB is passed on by reference, and the caller's hold on it
   * passes to the segment. `keptBytes` is what the session keeps in addition.
   */
  add(typeByte: number, streamId: number, payload: Buffer | string, keptBytes: number): void {
    const isCopied = payload.length <= copyBytesMax
    this.#reserve(headerBytes + (isCopied ? payload.length : 0), keptBytes)
    const slab = this.#slab
    this.#slabUsedBytes = writeHeader(slab, this.#slabUsedBytes, typeByte, streamId, payload.length)
    if (!isCopied) {
      this.#closeSegment()
      this.#segments.push(
        typeof payload === 'string' ? Buffer.from(payload, 'latin1') : ownMemory(payload, 'sender', pinnedTimesMax),
      )
    } else if (typeof payload === 'string') {
      this.#slabUsedBytes += slab.write(payload, this.#slabUsedBytes, 'latin1')
    } else {
      this.#slabUsedBytes += payload.copy(slab, this.#slabUsedBytes)
      release(payload, 'sender')
    }
    this.bytes += headerBytes + payload.length
    this.#copiedBytes += headerBytes + (isCopied ? payload.length : 0)
  }

  /** Returns what to write, in order, and begins the next batch. The caller releases each segment. */
  takeSegments(): readonly Buffer[] {
    this.#closeSegment()
    const segments = this.#segments
    this.#segments = []
    this.bytes = 0
    this.#copiedBytes = 0
    return segments
  }

  /** Gives up the slab: an idle session has none. */
  leaveSlab(): void {
    release(this.#slab, 'slab')
    this.#slab = noSlab
    this.#slabUsedBytes = 0
    this.#segmentStart = 0
  }

  #reserve(bytes: number, keptBytes: number): void {
    if (this.#slab.length - this.#slabUsedBytes >= bytes) return
    this.#closeSegment()
    this.leaveSlab()
    const wantedBytes = Math.min(Math.max(slabBytesMin, bytes, keptBytes, this.#copiedBytes), slabBytesMax)
    // A power of two: the allocator reuses memory of such sizes.
    this.#slab = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(wantedBytes)))
    lend(this.#slab, 'slab')
  }

  #closeSegment(): void {
    if (this.#slabUsedBytes === this.#segmentStart) return
    const segment = this.#slab.subarray(this.#segmentStart, this.#slabUsedBytes)
    hold(segment, 'sender')
    this.#segments.push(segment)
    this.#segmentStart = this.#slabUsedBytes
  }
}

const noSlab = Buffer.alloc(0)
