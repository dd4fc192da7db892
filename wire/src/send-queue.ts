import type { Duplex } from 'node:stream'
import { headerBytes, payloadBytesMax } from './protocol.ts'
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
 * Decides what is sent next: first the urgent frames (everything that flow control does not rule), then DATA of all
 * ready streams in turn. Frames gather until the event loop has run through its sockets once; then they share a write.
 */
export class SendQueue {
  /** The transport has taken as much as it wants; it will say when it takes more. */
  isBlocked = false
  readonly #transport: Duplex
  readonly #host: SendQueueHost
  #urgent: UrgentFrame[] = []
  #urgentBytes = 0
  #firstInLine: FrameSource | undefined
  #lastInLine: FrameSource | undefined
  /** Sources that have nothing queued any more and may be told so once the transport takes more. */
  #drained: FrameSource[] = []
  #isFlushScheduled = false
  #isClosed = false

  constructor(transport: Duplex, host: SendQueueHost) {
    this.#transport = transport
    this.#host = host
    transport.on('drain', () => {
      this.isBlocked = false
      this.#flush()
    })
  }

  /** Queues a frame that goes before all DATA. A HEAD may, because no DATA of its stream can be queued before it. */
  pushUrgent(typeByte: number, streamId: number, payload: Buffer | string): void {
    if (this.#isClosed) return
    this.#urgent.push({ typeByte, streamId, payload })
    this.#urgentBytes += payload.length
    this.#scheduleFlush()
    if (this.#urgentBytes > urgentBytesMax) this.#host.sendQueueOverfull()
  }

  /** Puts a source that has something to send at the end of the line. */
  lineUp(source: FrameSource): void {
    if (this.#isClosed || source.isInLine) return
    this.#joinLine(source)
    this.#scheduleFlush()
  }

  /** Calls the source's `offerWritable` when the transport takes more. */
  offerOnDrain(source: FrameSource): void {
    this.#drained.push(source)
  }

  /** Writes the urgent frames, ends the transport behind them and ignores everything that comes later. */
  finish(): void {
    if (this.#isClosed) return
    if (this.#transport.writable) {
      const batch = new SendBatch()
      this.#addUrgent(batch)
      this.#write(batch)
      this.#transport.end()
    }
    this.close()
  }

  /** Forgets what is queued and ignores everything that comes later. */
  close(): void {
    this.#isClosed = true
    this.#urgent = []
    this.#drained = []
    this.#firstInLine = undefined
    this.#lastInLine = undefined
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.isBlocked) return
    this.#isFlushScheduled = true
    setImmediate(runFlush, this)
  }

  runScheduledFlush(): void {
    this.#isFlushScheduled = false
    this.#flush()
  }

  #flush(): void {
    if (this.#isClosed || this.isBlocked) return
    const batch = new SendBatch()
    this.#addUrgent(batch)
    this.#addData(batch)
    this.#write(batch)
    if (this.isBlocked) return
    const drained = this.#drained
    this.#drained = []
    for (const source of drained) source.offerWritable()
    if (this.#firstInLine) this.#scheduleFlush()
  }

  #addUrgent(batch: SendBatch): void {
    if (this.#urgent.length === 0) return
    for (const { typeByte, streamId, payload } of this.#urgent) batch.add(typeByte, streamId, payload)
    this.#urgent = []
    this.#urgentBytes = 0
  }

  #addData(batch: SendBatch): void {
    const batchBytesMax = transportBytesMax - this.#transport.writableLength - headerBytes
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

  #write(batch: SendBatch): void {
    const segments = batch.takeSegments()
    const [first] = segments
    if (!first) return
    if (segments.length === 1) {
      this.#transport.write(first)
    } else {
      this.#transport.cork()
      for (const segment of segments) this.#transport.write(segment)
      this.#transport.uncork()
    }
    this.isBlocked = this.#transport.writableNeedDrain
  }
}

function runFlush(queue: SendQueue): void {
  queue.runScheduledFlush()
}
