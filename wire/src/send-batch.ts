import { writeHeader } from './frames.ts'
import { hold, lend, release } from './lent-memory.ts'
import { headerBytes } from './protocol.ts'

/** Up to this many bytes it is cheaper to copy a payload next to its header than to hand a part more to the socket. */
const copyBytesMax = 8 * 1024

/** Several times what a turn sends: what begins in one slab and ends in the next takes two parts of a write. */
const slabBytes = 256 * 1024

// All sessions write into one slab, so that an idle session owns no send buffer at all. Nothing is ever written over: the
// memory of a used-up slab is given back with the last of its segments.
let slab = Buffer.alloc(0)
let slabUsedBytes = 0

/** The frames of one write. Nothing else may run between its construction and `takeSegments`: it owns the slab. */
export class SendBatch {
  /** Headers and payloads added so far, in bytes. */
  bytes = 0
  readonly #segments: Buffer[] = []
  #segmentStart = slabUsedBytes

  /**
   * Adds a frame. Text is written as latin1; a buffer above 8 KiB is passed on by reference, and what the caller holds of it
   * goes over to the segment.
   */
  add(typeByte: number, streamId: number, payload: Buffer | string): void {
    const isCopied = payload.length <= copyBytesMax
    this.#reserve(headerBytes + (isCopied ? payload.length : 0))
    slabUsedBytes = writeHeader(slab, slabUsedBytes, typeByte, streamId, payload.length)
    if (!isCopied) {
      this.#closeSegment()
      this.#segments.push(typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload)
    } else if (typeof payload === 'string') {
      slabUsedBytes += slab.write(payload, slabUsedBytes, 'latin1')
    } else {
      slabUsedBytes += payload.copy(slab, slabUsedBytes)
      release(payload)
    }
    this.bytes += headerBytes + payload.length
  }

  /** What to write, in order. Each is held for the caller, who releases it. */
  takeSegments(): Buffer[] {
    this.#closeSegment()
    return this.#segments
  }

  #reserve(bytes: number): void {
    if (slab.length - slabUsedBytes >= bytes) return
    this.#closeSegment()
    release(slab)
    slab = Buffer.allocUnsafeSlow(slabBytes)
    lend(slab)
    slabUsedBytes = 0
    this.#segmentStart = 0
  }

  #closeSegment(): void {
    if (slabUsedBytes === this.#segmentStart) return
    const segment = slab.subarray(this.#segmentStart, slabUsedBytes)
    hold(segment)
    this.#segments.push(segment)
    this.#segmentStart = slabUsedBytes
  }
}
