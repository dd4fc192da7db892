import assert from 'node:assert/strict'
import type { Duplex } from 'node:stream'
import { ControlQueue } from './control-queue.ts'
import { enterCallback, guard, listen } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import { release, writeHeld } from '@culvert/program/memory'
import { HeadRoom } from './head-room.ts'
import { encodeWindow } from './messages.ts'
import { frameType, headerBytes, payloadBytesMax } from './protocol.ts'
import { ResendBuffer } from './resend-buffer.ts'
import { SendBatch } from './send-batch.ts'
import { SourceQueue } from './source-queue.ts'
import type { FrameSource } from './source-queue.ts'

/** How many bytes may wait on the transport, where nothing more urgent can overtake them. */
const transportBytesMax = 256 * 1024

/** The size of a DATA frame while several streams are ready. A stream alone fills frames to the limit. */
const sharedDataBytesMax = 16 * 1024

/** How much memory frames outside flow control may take here. More means that the other side sends but does not read. */
const urgentBytesMax = 8 * 1024 * 1024

/** Roughly what a waiting frame takes in memory in addition to its payload; for small ones it is most of it. */
const frameCostBytes = 128

/**
 * How many heads and other frames outside flow control gather before the first of a turn are sent: the other side processes them
 * while this one continues, instead of each waiting for the other. The rest of the turn shares a write: over TLS every write is
 * a record, and waits for the previous one.
 */
const gatheredFramesMax = 16

interface SendQueueHost {
  /** Called when too much waits for a transport that accepts nothing; never during a call of the queue. */
  sendQueueOverfull(): void
  /** Called for a fault in a callback of the event loop. */
  readonly bearer: FaultBearer
}

interface UrgentFrame {
  typeByte: number
  streamId: number
  payload: Buffer | string
}

/**
 * Decides what is sent next: first the frames of the connection, then the urgent frames (everything else that flow
 * control does not cover), then DATA of all ready streams in turn. Frames gather until the event loop has run through its
 * sockets once; then they share a write.
 */
export class SendQueue {
  /** Whether nothing of the session can be sent now: there is no transport, or the transport or the other side must first accept some. */
  isBlocked = true
  #transport: Duplex | undefined
  readonly #host: SendQueueHost
  /** Frames of the connection: they are not resent over the next one. */
  readonly #control = new ControlQueue()
  readonly #batch = new SendBatch()
  /** The bytes that were sent and not acknowledged; undefined if nothing is kept. */
  #resendBuffer: ResendBuffer | undefined
  #urgent: UrgentFrame[] = []
  #urgentBytes = 0
  readonly #headRoom = new HeadRoom()
  /** Whether too many urgent frames have been queued, so that the session ends once the running code has returned. */
  #isOverfull = false
  /** Credit that waits to be granted, by stream, so that a stream's credit goes out in one frame. */
  readonly #windows = new Map<number, number>()
  readonly #sources = new SourceQueue()
  /** Sources whose queue is empty, to be notified once the transport accepts more. */
  #drained: FrameSource[] = []
  #isFlushScheduled = false
  /** Whether the first frames of this turn have been sent. */
  #isTurnBegun = false
  /** Whether frames are being added to the batch, which nothing may send or drop meanwhile. */
  #isFilling = false
  #isClosed = false

  constructor(host: SendQueueHost) {
    this.#host = host
  }

  /** The memory of waiting frames outside flow control, and of everything sent and not acknowledged, in bytes. */
  get keptBytes(): number {
    const { slab } = this.#batch
    const slabBytes = this.#resendBuffer?.holds(slab) === true ? 0 : slab.length
    const waitingBytes = this.#urgentBytes + (this.#windows.size + this.#control.length) * frameCostBytes
    return waitingBytes + slabBytes + (this.#resendBuffer?.heldBytes ?? 0)
  }

  /** Keeps what is sent from now on until the other side acknowledges it. */
  keepSent(): void {
    this.#resendBuffer = new ResendBuffer()
  }

  /** Reports whether the other side can have received exactly this much. */
  covers(receivedBytes: number): boolean {
    return this.#resendBuffer?.covers(receivedBytes) ?? false
  }

  /** Notes how much the other side has received; `covers` tells whether that is possible. Returns false if nothing new was received. */
  acknowledge(receivedBytes: number): boolean {
    const resendBuffer = this.#resendBuffer
    const before = resendBuffer?.bytes
    resendBuffer?.acknowledge(receivedBytes)
    if (resendBuffer?.bytes === 0) this.#batch.leaveSlab()
    if (this.isBlocked) this.#unblock()
    return resendBuffer?.bytes !== before
  }

  /** Sends over this transport from now on, beginning with what was sent and not acknowledged. */
  attach(transport: Duplex): void {
    this.#transport = transport
    listen(transport, 'drain', 'session.drain', this.#host.bearer, () => {
      if (this.#transport === transport) this.#unblock()
    })
    transport.cork()
    for (const segment of this.#resendBuffer?.list() ?? []) writeHeld(transport, segment)
    transport.uncork()
    this.#unblock()
  }

  /** Called when the transport is gone; what is queued waits for the next. */
  detach(): void {
    this.#transport = undefined
    this.#control.clear()
    this.isBlocked = true
  }

  /** Queues a frame of the connection, which precedes all others. */
  pushControl(typeByte: number, payload: Buffer): void {
    if (this.#isClosed || this.#transport === undefined) return
    this.#control.push(typeByte, payload)
    if (!this.#transport.writableNeedDrain) this.#scheduleFlush()
  }

  /** Reports whether so much waits that what nobody needs should not be sent. */
  get isCrowded(): boolean {
    return this.#headRoom.isCrowded(this.#urgentBytes)
  }

  /** Reports whether there is room for a head. Between edges, `tunnel` is the one that it belongs to. */
  takeHeadRoom(payload: string, tunnel: string): boolean {
    return this.#headRoom.take(payload.length + frameCostBytes, tunnel, this.#urgentBytes)
  }

  /** Queues a frame that precedes all DATA. A HEAD can, because no DATA of its stream is queued before it. */
  pushUrgent(typeByte: number, streamId: number, payload: Buffer | string): void {
    if (this.#isClosed || this.#isOverfull) return
    if (this.#urgent.length >= gatheredFramesMax && !this.isBlocked && !this.#isTurnBegun) {
      this.#isTurnBegun = true
      this.#flush()
    }
    this.#urgent.push({ typeByte, streamId, payload })
    this.#urgentBytes += payload.length + frameCostBytes
    if (!this.isBlocked) this.#scheduleFlush()
    if (this.#urgentBytes > urgentBytesMax) this.#noteOverfull()
  }

  /** Grants credit to the other side, together with credit that already waits to be granted on this stream. */
  pushWindow(streamId: number, bytes: number): void {
    if (this.#isClosed) return
    this.#windows.set(streamId, (this.#windows.get(streamId) ?? 0) + bytes)
    if (!this.isBlocked) this.#scheduleFlush()
  }

  /** Called when a stream is over, and needs no credit. */
  dropWindow(streamId: number): void {
    if (this.#windows.size > 0) this.#windows.delete(streamId)
  }

  /** Adds a source that has something to send to the end of the line. */
  addSource(source: FrameSource): void {
    if (this.#isClosed || source.isQueued) return
    this.#sources.add(source)
    if (!this.isBlocked) this.#scheduleFlush()
  }

  /** Calls the source's `offerWritable` once the transport accepts more. */
  offerOnDrain(source: FrameSource): void {
    this.#drained.push(source)
  }

  /** Writes the urgent frames, ends the transport after them and ignores everything that comes later. */
  finish(): void {
    assert(!this.#isFilling, 'A batch is sent before its queue ends')
    if (this.#isClosed) return
    const transport = this.#transport
    if (transport?.writable) {
      this.#writeControl(transport)
      this.#addUrgent()
      this.#write(transport)
      transport.end()
    }
    this.close()
  }

  /** Writes the frames of the connection at once. */
  flushControl(): void {
    if (!this.#isClosed && this.#transport !== undefined) this.#writeControl(this.#transport)
  }

  /** Forgets what is queued and ignores everything that comes later. */
  close(): void {
    this.#isClosed = true
    this.#control.clear()
    this.#urgent = []
    this.#urgentBytes = 0
    this.#windows.clear()
    this.#batch.leaveSlab()
    this.#resendBuffer?.clear()
    this.#resendBuffer = undefined
    this.#drained = []
    this.#sources.clear()
  }

  /** Streams end with their session, and their owners are calling now: they must not be told of the end before their call has returned. */
  #noteOverfull(): void {
    this.#isOverfull = true
    const tell = guard('session.overfull', this.#host.bearer, () => {
      this.#isOverfull = false
      this.#host.sendQueueOverfull()
    })
    queueMicrotask(tell)
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return
    this.#isFlushScheduled = true
    setImmediate(runFlush, this)
  }

  runScheduledFlush(): void {
    this.#isFlushScheduled = false
    this.#isTurnBegun = false
    const { bearer } = this.#host
    try {
      enterCallback('session.flush', bearer)
      this.#flush()
    } catch (error) {
      bearer.onFault(error, 'session.flush')
    }
  }

  #flush(): void {
    assert(!this.#isFilling, 'Nothing else is sent while a batch is filled')
    const transport = this.#transport
    if (this.#isClosed || transport === undefined || transport.writableNeedDrain) return
    this.#writeControl(transport)
    if (this.isBlocked) return
    // Before others fill the transport again, which they may always do.
    this.#offerDrained()
    if (this.isBlocked || this.#isClosed) return
    this.#fill(transport)
    this.#write(transport)
    if (this.isBlocked) return
    this.#offerDrained()
    if (this.#sources.first !== undefined) this.#scheduleFlush()
  }

  #offerDrained(): void {
    const drained = this.#drained
    if (drained.length === 0) return
    this.#drained = []
    for (const source of drained) source.offerWritable()
  }

  #fill(transport: Duplex): void {
    this.#isFilling = true
    try {
      this.#addUrgent()
      this.#addData(transport)
    } finally {
      this.#isFilling = false
    }
  }

  #unblock(): void {
    this.isBlocked = this.#mustWait()
    // Frames of the connection are sent even while the other side has to acknowledge first.
    if (!this.isBlocked || !this.#control.isEmpty) this.#flush()
  }

  #mustWait(): boolean {
    if (this.#transport === undefined || this.#transport.writableNeedDrain) return true
    return this.#resendBuffer?.isFull ?? false
  }

  #writeControl(transport: Duplex): void {
    if (this.#control.isEmpty) return
    transport.write(this.#control.take())
    this.isBlocked = this.#mustWait()
  }

  #addUrgent(): void {
    if (this.#windows.size > 0) this.#addWindows()
    if (this.#urgent.length === 0) return
    const keptBytes = this.#unacknowledgedBytes
    for (const { typeByte, streamId, payload } of this.#urgent) this.#batch.add(typeByte, streamId, payload, keptBytes)
    this.#urgent = []
    this.#urgentBytes = 0
    this.#headRoom.clear()
  }

  #addWindows(): void {
    for (const [streamId, bytes] of this.#windows)
      this.#batch.add(frameType.window, streamId, encodeWindow(bytes), this.#unacknowledgedBytes)
    this.#windows.clear()
  }

  #addData(transport: Duplex): void {
    const batch = this.#batch
    const keptBytes = this.#unacknowledgedBytes
    const batchBytesMax = transportBytesMax - transport.writableLength - headerBytes
    while (batch.bytes < batchBytesMax) {
      const source = this.#sources.take()
      if (source === undefined) break
      const isAlone = this.#sources.first === undefined
      const dataBytesMax = Math.min(isAlone ? payloadBytesMax : sharedDataBytesMax, batchBytesMax - batch.bytes)
      if (source.addFrame(batch, dataBytesMax, keptBytes)) this.#sources.add(source)
    }
  }

  get #unacknowledgedBytes(): number {
    return this.#resendBuffer?.bytes ?? 0
  }

  #write(transport: Duplex): void {
    const segments = this.#batch.takeSegments()
    const [first] = segments
    if (!first) return
    if (segments.length === 1) {
      writeHeld(transport, first)
    } else {
      transport.cork()
      for (const segment of segments) writeHeld(transport, segment)
      transport.uncork()
    }
    for (const segment of segments) {
      if (this.#resendBuffer === undefined) release(segment, 'sender')
      else this.#resendBuffer.add(segment)
    }
    if (this.#resendBuffer === undefined) this.#batch.leaveSlab()
    this.isBlocked = this.#mustWait()
  }
}

function runFlush(queue: SendQueue): void {
  queue.runScheduledFlush()
}
