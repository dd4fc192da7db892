import type { Duplex } from 'node:stream'
import { release, writeHeld } from './lent-memory.ts'
import { headerBytes, payloadBytesMax } from './protocol.ts'
import { ResendBuffer } from './resend-buffer.ts'
import { SendBatch } from './send-batch.ts'

/** A stream as the queue sees it: something that has frames under flow control. */
export interface FrameSource {
  /** The next source in line; the line is threaded through its members, so that joining it allocates nothing. */
  nextInLine: FrameSource | undefined
  isInLine: boolean
  /** Adds one frame to the batch. True when another could follow at once. */
  addFrame(batch: SendBatch, dataBytesMax: number): boolean
  /** Tells the owner to go on writing, if it waits for that and may. */
  offerWritable(): void
}

/** Bytes that may wait on the transport; what waits there can no longer be overtaken by something more urgent. */
const transportBytesMax = 256 * 1024

/** A DATA frame while several streams are ready. Alone, a stream fills frames to the limit. */
const sharedDataBytesMax = 16 * 1024

/** Frames outside flow control that may wait here. More means that the other side sends but does not read. */
const urgentBytesMax = 8 * 1024 * 1024

/**
 * Heads and other frames outside flow control that gather before the first of a turn are sent: the other side works on them
 * while this one goes on, instead of each waiting for the other. The rest of the turn shares a write: by TLS every write is
 * a record, and waits for the one before it to be over.
 */
const firstFramesMax = 16

interface SendQueueHost {
  /** Too much waits for a transport that takes nothing. */
  sendQueueOverfull(): void
}

interface UrgentFrame {
  typeByte: number
  streamId: number
  payload: Buffer | string
}

/**
 * Decides what is sent next: first what belongs to the connection alone, then the urgent frames (everything else that flow
 * control does not rule), then DATA of all ready streams in turn. Frames gather until the event loop has run through its
 * sockets once; then they share a write.
 */
export class SendQueue {
  /** Nothing of the session can be sent now: there is no transport, or it or the other side has to take some first. */
  isBlocked = true
  #transport: Duplex | undefined
  readonly #host: SendQueueHost
  /** Frames of the connection: they are not sent again over the next one. */
  #control: UrgentFrame[] = []
  /** Undefined while nothing is kept. */
  #resendBuffer: ResendBuffer | undefined
  #urgent: UrgentFrame[] = []
  #urgentBytes = 0
  #firstInLine: FrameSource | undefined
  #lastInLine: FrameSource | undefined
  /** Sources that have nothing queued any more and may be told so once the transport takes more. */
  #drained: FrameSource[] = []
  #isFlushScheduled = false
  /** The first frames of this turn were sent. */
  #isTurnBegun = false
  #isClosed = false

  constructor(host: SendQueueHost) {
    this.#host = host
  }

  /** Bytes of frames without credit that wait, and of all that was sent and not acknowledged. */
  get keptBytes(): number {
    return this.#urgentBytes + (this.#resendBuffer?.bytes ?? 0)
  }

  /** From now on what is sent is kept until the other side acknowledges it. */
  keepSent(): void {
    this.#resendBuffer = new ResendBuffer()
  }

  /** Whether the other side can have received just so much. */
  covers(receivedBytes: number): boolean {
    return this.#resendBuffer?.covers(receivedBytes) ?? false
  }

  /** The other side has received so much; `covers` says whether it can. */
  acknowledge(receivedBytes: number): void {
    this.#resendBuffer?.acknowledge(receivedBytes)
    if (this.isBlocked) this.#unblock()
  }

  /** Sends over this transport from now on, beginning with what was sent before and not acknowledged. */
  attach(transport: Duplex): void {
    this.#transport = transport
    transport.on('drain', () => {
      if (this.#transport === transport) this.#unblock()
    })
    transport.cork()
    for (const segment of this.#resendBuffer?.list() ?? []) writeHeld(transport, segment)
    transport.uncork()
    this.#unblock()
  }

  /** The transport is gone; what is queued waits for the next. */
  detach(): void {
    this.#transport = undefined
    this.#control = []
    this.isBlocked = true
  }

  /** Queues a frame that belongs to the connection. It goes before all others. */
  pushControl(typeByte: number, payload: Buffer): void {
    if (this.#isClosed || this.#transport === undefined) return
    this.#control.push({ typeByte, streamId: 0, payload })
    if (!this.#transport.writableNeedDrain) this.#scheduleFlush()
  }

  /** Queues a frame that goes before all DATA. A HEAD may, because no DATA of its stream can be queued before it. */
  pushUrgent(typeByte: number, streamId: number, payload: Buffer | string): void {
    if (this.#isClosed) return
    if (this.#urgent.length >= firstFramesMax && !this.isBlocked && !this.#isTurnBegun) {
      this.#isTurnBegun = true
      this.#flush()
    }
    this.#urgent.push({ typeByte, streamId, payload })
    this.#urgentBytes += payload.length
    if (!this.isBlocked) this.#scheduleFlush()
    if (this.#urgentBytes > urgentBytesMax) this.#host.sendQueueOverfull()
  }

  /** Puts a source that has something to send at the end of the line. */
  lineUp(source: FrameSource): void {
    if (this.#isClosed || source.isInLine) return
    this.#joinLine(source)
    if (!this.isBlocked) this.#scheduleFlush()
  }

  /** Calls the source's `offerWritable` when the transport takes more. */
  offerOnDrain(source: FrameSource): void {
    this.#drained.push(source)
  }

  /** Writes the urgent frames, ends the transport behind them and ignores everything that comes later. */
  finish(): void {
    if (this.#isClosed) return
    const transport = this.#transport
    if (transport?.writable) {
      this.#writeControl(transport)
      const batch = new SendBatch()
      this.#addUrgent(batch)
      this.#write(batch, transport)
      transport.end()
    }
    this.close()
  }

  /** Writes what belongs to the connection at once. */
  flushControl(): void {
    if (!this.#isClosed && this.#transport !== undefined) this.#writeControl(this.#transport)
  }

  /** Forgets what is queued and ignores everything that comes later. */
  close(): void {
    this.#isClosed = true
    this.#control = []
    this.#urgent = []
    this.#urgentBytes = 0
    this.#resendBuffer = undefined
    this.#drained = []
    this.#firstInLine = undefined
    this.#lastInLine = undefined
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return
    this.#isFlushScheduled = true
    setImmediate(runFlush, this)
  }

  runScheduledFlush(): void {
    this.#isFlushScheduled = false
    this.#isTurnBegun = false
    this.#flush()
  }

  #flush(): void {
    const transport = this.#transport
    if (this.#isClosed || transport === undefined || transport.writableNeedDrain) return
    if (this.#control.length > 0) this.#writeControl(transport)
    if (this.isBlocked) return
    const batch = new SendBatch()
    this.#addUrgent(batch)
    this.#addData(batch, transport)
    this.#write(batch, transport)
    if (this.isBlocked) return
    const drained = this.#drained
    this.#drained = []
    for (const source of drained) source.offerWritable()
    if (this.#firstInLine) this.#scheduleFlush()
  }

  #unblock(): void {
    this.isBlocked = this.#mustWait()
    // What belongs to the connection goes out also while the other side has to acknowledge first.
    if (!this.isBlocked || this.#control.length > 0) this.#flush()
  }

  #mustWait(): boolean {
    if (this.#transport === undefined || this.#transport.writableNeedDrain) return true
    return this.#resendBuffer?.isFull ?? false
  }

  #writeControl(transport: Duplex): void {
    const batch = new SendBatch()
    for (const { typeByte, streamId, payload } of this.#control) batch.add(typeByte, streamId, payload)
    this.#control = []
    for (const segment of batch.takeSegments()) {
      writeHeld(transport, segment)
      release(segment)
    }
    this.isBlocked = this.#mustWait()
  }

  #addUrgent(batch: SendBatch): void {
    if (this.#urgent.length === 0) return
    for (const { typeByte, streamId, payload } of this.#urgent) batch.add(typeByte, streamId, payload)
    this.#urgent = []
    this.#urgentBytes = 0
  }

  #addData(batch: SendBatch, transport: Duplex): void {
    const batchBytesMax = transportBytesMax - transport.writableLength - headerBytes
    while (this.#firstInLine && batch.bytes < batchBytesMax) {
      const source = this.#leaveLine(this.#firstInLine)
      const isAlone = this.#firstInLine === undefined
      const dataBytesMax = Math.min(isAlone ? payloadBytesMax : sharedDataBytesMax, batchBytesMax - batch.bytes)
      if (source.addFrame(batch, dataBytesMax)) this.#joinLine(source)
    }
  }

  #joinLine(source: FrameSource): void {
    source.isInLine = true
    if (this.#lastInLine) this.#lastInLine.nextInLine = source
    else this.#firstInLine = source
    this.#lastInLine = source
  }

  #leaveLine(source: FrameSource): FrameSource {
    this.#firstInLine = source.nextInLine
    if (!this.#firstInLine) this.#lastInLine = undefined
    source.nextInLine = undefined
    source.isInLine = false
    return source
  }

  #write(batch: SendBatch, transport: Duplex): void {
    const segments = batch.takeSegments()
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
      if (this.#resendBuffer === undefined) release(segment)
      else this.#resendBuffer.add(segment)
    }
    this.isBlocked = this.#mustWait()
  }
}

function runFlush(queue: SendQueue): void {
  queue.runScheduledFlush()
}
