import { protocolError } from './errors.ts'
import { ReceiveWindow } from './flow-control.ts'
import type { CreditBudget, NetworkPath, RoundTrip } from './flow-control.ts'
import type { FaultBearer } from '@culvert/program/guard'
import { GuardedHandler } from './guarded-handler.ts'
import { hold } from '@culvert/program/memory'
import { encodeHead, encodeOpen, encodeTrailers } from './heads.ts'
import { encodeReset } from './messages.ts'
import { Outgoing } from './outgoing.ts'
import { creditBytesLimit, endFlag, frameType } from './protocol.ts'
import { ResponseHeads } from './response-heads.ts'
import type { SendQueue } from './send-queue.ts'
import type {
  HeaderField,
  RequestHead,
  ResetCode,
  ResponseHead,
  SessionOptions,
  StreamHandler,
  WireStream,
} from './types.ts'

/** What a stream needs from its session. */
export interface StreamHost {
  readonly sendQueue: SendQueue
  readonly budget: CreditBudget
  readonly options: Required<SessionOptions>
  /** The credit that the other side gives to a new stream, in bytes. */
  readonly peerWindowBytes: number
  /** Whether both sides have the feature `inspection`. */
  readonly isInspected: boolean
  /** Whether both sides have the feature `hop`. */
  readonly isHop: boolean
  /** Undefined before the first measurement. Reading an old figure starts a new measurement. */
  getRoundTrip(): RoundTrip | undefined
  /** Reports whether streams other than this one have recently started. */
  isShared(stream: Stream): boolean
  /** Called when the stream is over: frames that still arrive for its id are ignored. */
  forget(stream: Stream): void
  reportHandlerError(error: unknown): void
  readonly bearerName: string
}

/** One exchange: the public `WireStream`, and the methods that only the session calls (`receive…`). */
export class Stream implements WireStream, FaultBearer, NetworkPath {
  readonly id: number
  bytesReceived = 0
  /** Threaded by the session's table of streams. */
  nextInBucket: Stream | undefined
  readonly #host: StreamHost
  /** Between edges, the tunnel that the stream is for. */
  readonly #tunnel: string
  /** The response heads that were sent (agent) or received (edge). */
  readonly #heads: ResponseHeads
  readonly #outgoing: Outgoing
  readonly #received: ReceiveWindow
  #handler: GuardedHandler | undefined
  #isRemoteEnded = false
  #isOver = false

  constructor(id: number, { kind, tunnel = '' }: RequestHead, host: StreamHost) {
    this.id = id
    this.#tunnel = tunnel
    this.#heads = new ResponseHeads(kind)
    this.#host = host
    this.#outgoing = new Outgoing(id, host.peerWindowBytes, host.sendQueue, this)
    this.#received = new ReceiveWindow(host.options.windowBytes, host.options.windowBytesMax, host.budget)
  }

  get bearerName(): string {
    return this.#host.bearerName
  }

  get bytesSent(): number {
    return this.#outgoing.bytesSent
  }

  get isShared(): boolean {
    return this.#host.isShared(this)
  }

  getRoundTrip(): RoundTrip | undefined {
    return this.#host.getRoundTrip()
  }

  get owner(): StreamHandler | undefined {
    return this.#handler?.owner
  }

  get keptBytes(): number {
    return this.#isOver ? 0 : this.#outgoing.keptBytes + this.#received.unconsumedBytes
  }

  get isAttached(): boolean {
    return this.#handler !== undefined
  }

  /** Sets the owner; called once, before anything is received. */
  attach(handler: StreamHandler): void {
    this.#handler = new GuardedHandler(handler, this)
  }

  /** Edge only: opens the stream at the other side. */
  sendOpen(head: RequestHead, end: boolean): void {
    let payload: string
    try {
      payload = encodeOpen(head, this.#host)
    } catch (error) {
      this.abandon('INTERNAL', messageOf(error))
      return
    }
    if (!this.#host.sendQueue.takeHeadRoom(payload, this.#tunnel)) {
      this.abandon('LINE_FULL', 'too many requests wait to be sent to the agent')
      return
    }
    this.#pushHead(frameType.open, payload, end)
  }

  sendHead(head: ResponseHead, end = false): void {
    if (this.#host.options.role === 'edge') throw new Error('Only an agent sends response heads')
    if (!this.#outgoing.isOpen) return
    let payload: string
    try {
      this.#heads.take(head, end)
      payload = encodeHead(head)
    } catch (error) {
      this.#giveUp('ORIGIN_BAD_RESPONSE', messageOf(error))
      return
    }
    const { sendQueue } = this.#host
    // 1xx heads are optional, except the one for which a client may wait (RFC 9110, section 15.2).
    if (!this.#heads.isDone && head.status !== 100 && sendQueue.isCrowded) return
    if (sendQueue.takeHeadRoom(payload, this.#tunnel)) this.#pushHead(frameType.head, payload, end)
    else this.#giveUp('INTERNAL', 'too many answers wait to be sent')
  }

  write(chunk: Buffer): boolean {
    return this.#maySendBody() ? this.#outgoing.write(chunk) : true
  }

  end(trailers: readonly HeaderField[] = []): void {
    if (!this.#maySendBody()) return
    let payload: string
    try {
      payload = encodeTrailers(trailers)
    } catch (error) {
      this.#giveUp(this.#host.options.role === 'agent' ? 'ORIGIN_BAD_RESPONSE' : 'INTERNAL', messageOf(error))
      return
    }
    this.#outgoing.end(payload)
  }

  reset(code: ResetCode, message: string): void {
    if (this.#isOver) return
    this.#host.sendQueue.pushUrgent(frameType.reset, this.id, encodeReset(code, message))
    this.#cancel()
  }

  consumed(bytes: number): void {
    if (this.#isOver) return
    if (this.#isRemoteEnded) {
      this.#received.take(bytes)
      return
    }
    const creditBytes = this.#received.consume(bytes, this)
    if (creditBytes > 0) this.#host.sendQueue.pushWindow(this.id, creditBytes)
  }

  drained(): void {
    const { unconsumedBytes } = this.#received
    if (unconsumedBytes > 0) this.consumed(unconsumedBytes)
  }

  receiveHead(head: ResponseHead, end: boolean): void {
    this.#heads.take(head, end)
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
      hold(piece, 'consumer')
      this.#handler?.onData(piece)
    }
    if (end) this.receiveEnd([])
  }

  receiveEnd(trailers: readonly HeaderField[]): void {
    if (this.#isOver) return
    this.#checkMayReceiveBody()
    this.#isRemoteEnded = true
    if (this.#outgoing.isEndSent) this.#close()
    this.#handler?.onEnd(trailers)
  }

  receiveWindow(creditBytes: number): void {
    if (this.#outgoing.isEndSent || this.#outgoing.grant(creditBytes)) return
    this.#giveUp('FLOW_CONTROL', `more than ${creditBytesLimit} bytes of credit came`)
  }

  /** Called when the other side ended the stream, or the session is lost. */
  receiveReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    if (this.#isOver) return
    this.#cancel()
    this.#handler?.onReset(code, message)
  }

  /** Called when the stream could not be opened. Its owner is told once the call that created the stream has returned. */
  abandon(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#cancel()
    queueMicrotask(() => this.#handler?.onReset(code, message))
  }

  endSent(): void {
    if (this.#isRemoteEnded) this.#close()
  }

  becameWritable(): void {
    this.#handler?.onWritable()
  }

  /** An owner that threw cannot be relied on: the exchange ends, and the owner is told as for any other failure. */
  onFault(error: unknown, place: string): void {
    if (this.#handler?.emitFault(error, place) !== true) this.#host.reportHandlerError(error)
    this.#giveUp('INTERNAL', 'the program failed while it handled this stream')
  }

  #pushHead(type: number, payload: string, end: boolean): void {
    this.#host.sendQueue.pushUrgent(end ? type | endFlag : type, this.id, payload)
    if (end) this.#outgoing.endWithHead()
  }

  /** Returns false after the end, and for a response body before its head, which gives up the stream. */
  #maySendBody(): boolean {
    if (!this.#outgoing.isOpen) return false
    if (this.#host.options.role === 'edge' || this.#heads.isDone) return true
    this.#giveUp('INTERNAL', 'expected a final response head before its body')
    return false
  }

  #checkMayReceiveBody(): void {
    if (this.#isRemoteEnded) throw protocolError('expected nothing on a stream behind its END')
    if (this.#host.options.role === 'edge' && !this.#heads.isDone)
      throw protocolError('expected a final HEAD before its body')
  }

  #giveUp(code: ResetCode, message: string): void {
    if (this.#isOver) return
    this.reset(code, message)
    queueMicrotask(() => this.#handler?.onReset(code, message))
  }

  #cancel(): void {
    this.#outgoing.cancel()
    this.#close()
  }

  #close(): void {
    this.#isOver = true
    this.#received.release()
    this.#host.sendQueue.dropWindow(this.id)
    this.#host.forget(this)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
