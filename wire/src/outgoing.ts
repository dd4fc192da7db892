import { hold } from '@culvert/program/memory'
import { enqueuePiece } from '@culvert/program/piece-queue'
import { creditBytesLimit, endFlag, frameType } from './protocol.ts'
import type { SendBatch } from './send-batch.ts'
import type { SendQueue } from './send-queue.ts'
import type { FrameSource } from './source-queue.ts'

/** Called with events in this direction. */
interface OutgoingHost {
  /** Called when the frame that ends the direction has been added to the batch. */
  endSent(): void
  /** Called when there is room again after `write` returned false. */
  becameWritable(): void
}

/** How many bytes may wait on a stream before its owner is asked to stop. */
const queuedBytesMax = 256 * 1024

/** The sending direction of a stream: the bytes that wait, and the credit for them. */
export class Outgoing implements FrameSource {
  bytesSent = 0
  queuedBytes = 0
  nextQueued: FrameSource | undefined
  isQueued = false
  readonly #streamId: number
  readonly #sendQueue: SendQueue
  readonly #host: OutgoingHost
  readonly #queue: Buffer[] = []
  #creditBytes: number
  #trailers = ''
  #end: 'open' | 'queued' | 'sent' | 'cancelled' = 'open'
  /** Whether `write` has returned false, and the owner has not been told to continue since. */
  #isOwnerWaiting = false

  constructor(streamId: number, creditBytes: number, sendQueue: SendQueue, host: OutgoingHost) {
    this.#streamId = streamId
    this.#creditBytes = creditBytes
    this.#sendQueue = sendQueue
    this.#host = host
  }

  /** The memory of the chunks that wait, in bytes, including the parts that have been sent. */
  get keptBytes(): number {
    let bytes = 0
    let before: ArrayBufferLike | undefined
    for (const { buffer } of this.#queue) {
      if (buffer !== before) bytes += buffer.byteLength
      before = buffer
    }
    return bytes
  }

  /** True until `end` or `cancel`. */
  get isOpen(): boolean {
    return this.#end === 'open'
  }

  get isEndSent(): boolean {
    return this.#end === 'sent'
  }

  /** Queues bytes. Returns false if there is no room for more, and keeps returning it until `becameWritable`. */
  write(chunk: Buffer): boolean {
    if (chunk.length > 0) {
      hold(chunk, 'sender')
      enqueuePiece(this.#queue, chunk, 'sender')
      this.queuedBytes += chunk.length
      if (this.#creditBytes > 0) this.#sendQueue.addSource(this)
      if (!this.#isBelowLimit()) this.#isOwnerWaiting = true
    }
    return !this.#isOwnerWaiting
  }

  /** Ends the direction after what is queued. `trailers` is a payload, or empty. */
  end(trailers: string): void {
    this.#end = 'queued'
    this.#trailers = trailers
    this.#sendQueue.addSource(this)
  }

  /** Called when the END bit was sent with a head. */
  endWithHead(): void {
    this.#end = 'sent'
    this.#host.endSent()
  }

  /** Drops what is queued. */
  cancel(): void {
    this.#end = 'cancelled'
    this.#queue.length = 0
    this.queuedBytes = 0
    this.#isOwnerWaiting = false
  }

  /** Adds credit. Returns false if the sum exceeds the protocol's limit. */
  grant(bytes: number): boolean {
    if (this.#creditBytes + bytes > creditBytesLimit) return false
    this.#creditBytes += bytes
    if (this.queuedBytes > 0 || this.#isOwnerWaiting) this.#sendQueue.addSource(this)
    return true
  }

  addFrame(batch: SendBatch, dataBytesMax: number, keptBytes: number): boolean {
    const chunk = this.#queue[0]
    if (chunk) this.#addData(batch, chunk, Math.min(chunk.length, dataBytesMax, this.#creditBytes), keptBytes)
    else if (this.#end === 'queued') this.#addEnd(batch, keptBytes)
    if (this.queuedBytes > 0) return this.#creditBytes > 0
    if (this.#isOwnerWaiting) this.#sendQueue.offerOnDrain(this)
    return this.#end === 'queued'
  }

  /** A waiting owner is also told when END was sent with its last bytes: what it paused must continue. */
  offerWritable(): void {
    if (!this.#isOwnerWaiting || this.queuedBytes > 0) return
    if (this.#creditBytes === 0 && this.#end !== 'sent') return
    this.#isOwnerWaiting = false
    this.#host.becameWritable()
  }

  #addData(batch: SendBatch, chunk: Buffer, bytes: number, keptBytes: number): void {
    if (bytes === 0) return
    const isWhole = bytes === chunk.length
    if (isWhole) this.#queue.shift()
    else {
      // The batch takes over the hold on the sent part, and the queue keeps a hold on the rest.
      hold(chunk, 'sender')
      this.#queue[0] = chunk.subarray(bytes)
    }
    this.queuedBytes -= bytes
    this.#creditBytes -= bytes
    this.bytesSent += bytes
    const isLast = this.queuedBytes === 0 && this.#end === 'queued' && this.#trailers === ''
    batch.add(
      isLast ? frameType.data | endFlag : frameType.data,
      this.#streamId,
      isWhole ? chunk : chunk.subarray(0, bytes),
      keptBytes,
    )
    if (isLast) this.#setEndSent()
  }

  #addEnd(batch: SendBatch, keptBytes: number): void {
    const type = this.#trailers === '' ? frameType.data : frameType.trailers
    batch.add(type | endFlag, this.#streamId, this.#trailers, keptBytes)
    this.#setEndSent()
  }

  #setEndSent(): void {
    this.#end = 'sent'
    this.#host.endSent()
  }

  #isBelowLimit(): boolean {
    return !this.#sendQueue.isBlocked && this.queuedBytes < queuedBytesMax && this.queuedBytes < this.#creditBytes
  }
}
