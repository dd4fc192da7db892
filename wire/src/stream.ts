import { protocolError } from './errors.ts'
import { ReceiveWindow } from './flow-control.ts'
import type { CreditBudget } from './flow-control.ts'
import { GuardedHandler } from './guarded-handler.ts'
import {
  checkHeadOrder,
  encodeHead,
  encodeOpen,
  encodeReset,
  encodeTrailers,
  encodeWindow,
  isFinalStatus,
} from './messages.ts'
import { creditBytesLimit, endFlag, frameType } from './protocol.ts'
import type { SendBatch } from './send-batch.ts'
import type { FrameSource, SendQueue } from './send-queue.ts'
import type {
  HeaderField,
  RequestHead,
  ResetCode,
  ResponseHead,
  StreamHandler,
  StreamKind,
  WireStream,
} from './types.ts'

/** What a stream needs of its session. */
export interface StreamHost {
  readonly role: 'edge' | 'agent'
  readonly sendQueue: SendQueue
  readonly budget: CreditBudget
  /** The credit that this side gives to a new stream, and the most it may grow to, in bytes. */
  readonly windowBytes: number
  readonly windowBytesMax: number
  /** The credit that the other side gives to a new stream, in bytes. */
  readonly peerWindowBytes: number
  /** The last measured round trip in milliseconds. Asking for it has it measured anew when it is old. */
  getRoundTripMs(): number | undefined
  /** The stream is over: nothing that still comes for its id matters. */
  forget(stream: Stream): void
  reportHandlerError(error: unknown): void
}

/** Bytes that may wait on one stream before its owner is asked to stop. */
const queuedBytesMax = 256 * 1024

/** One exchange: the public `WireStream`, and what only the session (`receive…`) and the send queue call. */
export class Stream implements WireStream, FrameSource {
  readonly id: number
  bytesSent = 0
  bytesReceived = 0
  nextInLine: FrameSource | undefined
  isInLine = false
  /** Threaded by the session's table of streams. */
  nextInBucket: Stream | undefined
  readonly #kind: StreamKind
  readonly #host: StreamHost
  readonly #received: ReceiveWindow
  #handler: GuardedHandler | undefined
  #creditBytes: number
  readonly #queue: Buffer[] = []
  #queuedBytes = 0
  #trailers = ''
  #localEnd: 'open' | 'queued' | 'sent' = 'open'
  #isRemoteEnded = false
  /** The final response head went out (agent) or came in (edge). */
  #isHeadDone = false
  #isOver = false
  /** `write` answered false, and `onWritable` has not been called since. */
  #isOwnerWaiting = false

  constructor(id: number, kind: StreamKind, host: StreamHost) {
    this.id = id
    this.#kind = kind
    this.#host = host
    this.#creditBytes = host.peerWindowBytes
    this.#received = new ReceiveWindow(host.windowBytes, host.windowBytesMax, host.budget)
  }

  /** Names the owner; called once, before anything is received. */
  attach(handler: StreamHandler): void {
    this.#handler = new GuardedHandler(handler, this)
  }

  get isAttached(): boolean {
    return this.#handler !== undefined
  }

  /** Edge only: opens the stream at the other side. */
  sendOpen(head: RequestHead, end: boolean): void {
    let payload: string
    try {
      payload = encodeOpen(head)
    } catch (error) {
      this.abandon('INTERNAL', messageOf(error))
      return
    }
    this.#host.sendQueue.pushUrgent(end ? frameType.open | endFlag : frameType.open, this.id, payload)
    if (end) this.#endSent()
  }

  sendHead(head: ResponseHead, end = false): void {
    if (this.#isOver || this.#localEnd !== 'open') return
    let payload: string
    try {
      checkHeadOrder(head, end, this.#kind, this.#isHeadDone)
      payload = encodeHead(head)
    } catch (error) {
      this.#giveUp('ORIGIN_BAD_RESPONSE', messageOf(error))
      return
    }
    this.#isHeadDone = isFinalStatus(head.status)
    this.#host.sendQueue.pushUrgent(end ? frameType.head | endFlag : frameType.head, this.id, payload)
    if (end) this.#endSent()
  }

  write(chunk: Buffer): boolean {
    if (this.#isOver || this.#localEnd !== 'open') return true
    if (!this.#maySendBody()) {
      this.#giveUp('INTERNAL', 'expected a final response head before its body')
      return true
    }
    if (chunk.length === 0) return !this.#isOwnerWaiting
    this.#queue.push(chunk)
    this.#queuedBytes += chunk.length
    if (this.#creditBytes > 0) this.#host.sendQueue.lineUp(this)
    this.#isOwnerWaiting = !this.#hasRoom()
    return !this.#isOwnerWaiting
  }

  end(trailers: readonly HeaderField[] = []): void {
    if (this.#isOver || this.#localEnd !== 'open') return
    if (!this.#maySendBody()) {
      this.#giveUp('INTERNAL', 'expected a final response head before the end of its body')
      return
    }
    try {
      this.#trailers = encodeTrailers(trailers)
    } catch (error) {
      this.#giveUp(this.#host.role === 'agent' ? 'ORIGIN_BAD_RESPONSE' : 'INTERNAL', messageOf(error))
      return
    }
    this.#localEnd = 'queued'
    this.#host.sendQueue.lineUp(this)
  }

  reset(code: ResetCode, message: string): void {
    if (this.#isOver) return
    this.#host.sendQueue.pushUrgent(frameType.reset, this.id, encodeReset(code, message))
    this.#cancel()
  }

  consumed(bytes: number): void {
    if (this.#isOver || this.#isRemoteEnded) return
    const creditBytes = this.#received.consume(bytes, this.#host)
    if (creditBytes > 0) this.#host.sendQueue.pushUrgent(frameType.window, this.id, encodeWindow(creditBytes))
  }

  addFrame(batch: SendBatch, dataBytesMax: number): boolean {
    if (this.#isOver) return false
    const chunk = this.#queue[0]
    if (!chunk) {
      if (this.#localEnd === 'queued') this.#addEnd(batch)
      return false
    }
    const bytes = Math.min(chunk.length, dataBytesMax, this.#creditBytes)
    if (bytes === 0) return false
    if (bytes < chunk.length) this.#queue[0] = chunk.subarray(bytes)
    else this.#queue.shift()
    this.#creditBytes -= bytes
    this.#queuedBytes -= bytes
    this.bytesSent += bytes
    const isLast = this.#queuedBytes === 0 && this.#localEnd === 'queued' && this.#trailers === ''
    const payload = bytes < chunk.length ? chunk.subarray(0, bytes) : chunk
    batch.add(isLast ? frameType.data | endFlag : frameType.data, this.id, payload)
    if (isLast) this.#endSent()
    if (this.#queuedBytes > 0) return this.#creditBytes > 0
    if (this.#isOwnerWaiting) this.#host.sendQueue.offerOnDrain(this)
    return this.#localEnd === 'queued'
  }

  /** An owner that waits hears of it also when END went out with the last bytes: what it paused must go on. */
  offerWritable(): void {
    if (!this.#isOwnerWaiting || this.#queuedBytes > 0) return
    if (this.#creditBytes === 0 && this.#localEnd !== 'sent') return
    if (this.#host.sendQueue.isBlocked) {
      this.#host.sendQueue.offerOnDrain(this)
      return
    }
    this.#isOwnerWaiting = false
    this.#handler?.onWritable()
  }

  receiveHead(head: ResponseHead, end: boolean): void {
    checkHeadOrder(head, end, this.#kind, this.#isHeadDone)
    this.#isHeadDone = isFinalStatus(head.status)
    this.#handler?.onHead(head)
    if (end) this.receiveEnd([])
  }

  receiveData(piece: Buffer, end: boolean): void {
    this.#checkMayReceiveBody()
    if (!this.#received.receive(piece.length)) {
      this.#giveUp('FLOW_CONTROL', 'more bytes came than there was credit for')
      return
    }
    if (piece.length > 0) {
      this.bytesReceived += piece.length
      this.#handler?.onData(piece)
    }
    if (end) this.receiveEnd([])
  }

  receiveEnd(trailers: readonly HeaderField[]): void {
    if (this.#isOver) return
    this.#checkMayReceiveBody()
    this.#isRemoteEnded = true
    if (this.#localEnd === 'sent') this.#close()
    this.#handler?.onEnd(trailers)
  }

  receiveWindow(creditBytes: number): void {
    if (this.#localEnd === 'sent') return
    if (this.#creditBytes + creditBytes > creditBytesLimit) {
      this.#giveUp('FLOW_CONTROL', `more than ${creditBytesLimit} bytes of credit came`)
      return
    }
    this.#creditBytes += creditBytes
    if (this.#queuedBytes > 0) this.#host.sendQueue.lineUp(this)
    else this.offerWritable()
  }

  /** The stream is over for a reason on the other side, or the session is lost. */
  receiveReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    if (this.#isOver) return
    this.#cancel()
    this.#handler?.onReset(code, message)
  }

  /** The stream was never opened. Its owner hears of it once the call that made the stream has returned. */
  abandon(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#cancel()
    queueMicrotask(() => this.#handler?.onReset(code, message))
  }

  /** An owner that threw cannot be relied on; the exchange ends, and it hears that as of any other failure. */
  handlerFailed(error: unknown): void {
    this.#host.reportHandlerError(error)
    this.#giveUp('INTERNAL', 'the program failed while it handled this stream')
  }

  #giveUp(code: ResetCode, message: string): void {
    if (this.#isOver) return
    this.reset(code, message)
    queueMicrotask(() => this.#handler?.onReset(code, message))
  }

  #cancel(): void {
    this.#queue.length = 0
    this.#queuedBytes = 0
    this.#isOwnerWaiting = false
    this.#close()
  }

  #close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#received.release()
    this.#host.forget(this)
  }

  #addEnd(batch: SendBatch): void {
    if (this.#trailers === '') batch.add(frameType.data | endFlag, this.id, '')
    else batch.add(frameType.trailers | endFlag, this.id, this.#trailers)
    this.#endSent()
    if (this.#isOwnerWaiting) this.#host.sendQueue.offerOnDrain(this)
  }

  #endSent(): void {
    this.#localEnd = 'sent'
    if (this.#isRemoteEnded) this.#close()
  }

  #hasRoom(): boolean {
    if (this.#host.sendQueue.isBlocked || this.#queuedBytes >= queuedBytesMax) return false
    return this.#creditBytes > this.#queuedBytes
  }

  #maySendBody(): boolean {
    return this.#host.role === 'edge' || this.#isHeadDone
  }

  #checkMayReceiveBody(): void {
    if (this.#isRemoteEnded) throw protocolError('expected nothing on a stream behind its END')
    if (this.#host.role === 'edge' && !this.#isHeadDone) throw protocolError('expected a final HEAD before its body')
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
