import type { Duplex } from 'node:stream'
import type { HeaderField } from '@culvert/wire'
import type { RequestAnswerer } from '@culvert/schema/client-types'
import { errorTexts } from '../pages/errors.ts'
import type { ErrorCode } from '../error-code.ts'
import type {
  AnswerHead,
  Cause,
  NotedTunnel,
  RequestNotes,
  Visitor,
  VisitorHandler,
  VisitorRequest,
} from '../visitor.ts'
import { goneReason } from '../visitor.ts'
import { FrameReader, isWebSocket } from '../web-socket.ts'

/** The status of a request whose visitor left before one was sent; nginx uses the same number. */
export const goneStatus = 499
const faultReason = 'The edge failed while it handled this request.'

/** Receives each request once, when it is over. */
export interface RequestSink {
  take(over: RecordedVisitor): void
}

/**
 * A visitor with a record of its request. It stands between the public side and whatever answers, so that it sees how
 * every request ends. It costs one object per request; a row is made from it only if one is wanted.
 */
export class RecordedVisitor implements Visitor, VisitorHandler, RequestNotes {
  readonly request: VisitorRequest
  /** Undefined if no tunnel serves the hostname. */
  tunnel: NotedTunnel | undefined
  /** Whether a hostname without a tunnel is known to be a gateway's. */
  isReserved = false
  answeredBy: RequestAnswerer = 'EDGE'
  /** 0 until a head is sent. */
  status = 0
  code: ErrorCode | undefined
  reason: string | undefined
  isComplete = false
  bytesIn = 0
  bytesOut = 0
  /** Milliseconds of the monotonic clock; 0 for what has not happened. */
  readonly startedMs: number
  askedMs = 0
  headMs = 0
  endedMs = 0
  /** Undefined if the connection is not a WebSocket. */
  messagesIn: FrameReader | undefined
  messagesOut: FrameReader | undefined
  readonly #visitor: Visitor
  readonly #sink: RequestSink
  #handler: VisitorHandler | undefined
  #isOver = false

  constructor(visitor: Visitor, sink: RequestSink, startedMs: number) {
    this.startedMs = startedMs
    this.request = visitor.request
    this.#visitor = visitor
    this.#sink = sink
  }

  get notes(): RequestNotes {
    return this
  }

  // From those who answer

  attach(handler: VisitorHandler): void {
    this.#handler = handler
    this.#visitor.attach(this)
  }

  resume(): void {
    this.#visitor.resume()
  }

  pause(): void {
    this.#visitor.pause()
  }

  sendInterim(head: AnswerHead): void {
    this.#visitor.sendInterim(head)
  }

  sendHead(head: AnswerHead): void {
    this.#noteHead(head)
    this.#visitor.sendHead(head)
  }

  write(chunk: Buffer): boolean {
    this.bytesOut += chunk.length
    return this.#visitor.write(chunk)
  }

  end(trailers?: readonly HeaderField[]): void {
    this.#visitor.end(trailers)
    this.#finish(true)
  }

  destroy(): void {
    if (this.status === 0 && !this.#isOver) {
      this.status = 500
      this.code = 'CULVERT_INTERNAL'
      this.reason ??= faultReason
    }
    this.#finish(false)
    this.#visitor.destroy()
  }

  switchProtocols(head: AnswerHead): Duplex {
    this.#noteHead(head)
    if (isWebSocket(head)) {
      this.messagesIn = new FrameReader()
      this.messagesOut = new FrameReader()
    }
    return this.#visitor.switchProtocols(head)
  }

  dismiss(): void {
    this.#isOver = true
  }

  noteTunnel(tunnel: NotedTunnel): void {
    this.tunnel = tunnel
  }

  noteReserved(): void {
    this.isReserved = true
  }

  noteAsked(): void {
    this.askedMs = performance.now()
  }

  noteApp(): void {
    this.answeredBy = 'APP'
  }

  noteReason(reason: string): void {
    this.reason = reason
  }

  noteRawIn(chunk: Buffer): void {
    this.bytesIn += chunk.length
    this.messagesIn?.read(chunk)
  }

  noteRawOut(chunk: Buffer): void {
    this.bytesOut += chunk.length
    this.messagesOut?.read(chunk)
  }

  noteRawEnd(): void {
    this.#finish(this.reason === undefined)
  }

  // From the public side

  onBody(chunk: Buffer): void {
    this.bytesIn += chunk.length
    this.#handler?.onBody(chunk)
  }

  onBodyEnd(trailers: readonly string[]): void {
    this.#handler?.onBodyEnd(trailers)
  }

  onDrain(): void {
    this.#handler?.onDrain()
  }

  onGone(cause?: Cause): void {
    if (this.status === 0 && !this.#isOver) this.#noteNoAnswer(cause)
    else this.reason ??= cause?.detail ?? goneReason
    this.#finish(false)
    this.#handler?.onGone(cause)
  }

  #noteHead({ status, cause }: AnswerHead): void {
    this.status = status
    this.headMs = performance.now()
    this.code = cause?.code
    this.reason = cause?.detail
  }

  /** If nothing behind it has answered, the connection may still answer. */
  #noteNoAnswer(cause: Cause | undefined): void {
    const code = cause?.code
    this.code = code
    this.reason = cause?.detail ?? goneReason
    this.status = code === undefined ? goneStatus : errorTexts[code].status
    this.isComplete = code !== undefined
    this.answeredBy = code === undefined ? 'NOBODY' : 'EDGE'
  }

  /** Only the first call counts. */
  #finish(isComplete: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.isComplete ||= isComplete
    this.endedMs = performance.now()
    this.#sink.take(this)
  }
}
