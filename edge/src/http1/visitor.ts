import type { Duplex } from 'node:stream'
import { release } from '@culvert/program/memory'
import { enqueuePiece } from '@culvert/program/piece-queue'
import type { FaultBearer } from '@culvert/program/guard'
import type { HeaderField } from '@culvert/wire'
import { currentDateLine, describeFields, encodeAnswerHead } from './answer-head.ts'
import { flushAtEndOfTurn, joinedBytesMax } from '../http/end-of-turn.ts'
import { hasContent } from '../visitor.ts'
import type { AnswerHead, Cause, Visitor, VisitorHandler, VisitorRequest } from '../visitor.ts'
import type { SocketWriter } from './socket-writer.ts'

/** The parts of the connection that a request needs. */
export interface VisitorConnection {
  readonly writer: SocketWriter
  /** Returns the header lines that announce whether the connection is kept after this answer. */
  decideKeeping(visitor: Http1Visitor, wantsToKeep: boolean): string
  /** Called when the first request in the order has completed its answer. */
  answered(visitor: Http1Visitor): void
  /** Called when the request's body is paused or resumed. */
  pauseChanged(visitor: Http1Visitor): void
  /** Cuts the connection with a reset. */
  abort(): void
  /** Ends the connection because of a fault in this program. */
  onFault(error: unknown, place: string): void
  /** Ends the connection after what was sent. */
  finish(): void
  switchProtocols(visitor: Http1Visitor, head: AnswerHead): Duplex
}

/** One request of an HTTP/1.1 connection, whose requests are answered in order (RFC 9112, section 9.3.2). */
export class Http1Visitor implements Visitor, FaultBearer {
  readonly request: VisitorRequest
  /** Whether the connection serves another request after this one; meaningful once the answer has begun. */
  keepsConnection = false
  /** Whether the body is paused. */
  isPaused = true
  /** Whether the handler has asked for the body. */
  isBodyWanted = false
  readonly #connection: VisitorConnection
  #handler: VisitorHandler | undefined
  #answer: 'awaited' | 'begun' | 'ended' | 'gone' = 'awaited'
  #framing: 'none' | 'plain' | 'chunked' = 'none'
  /** The final head until it is sent. */
  #head = ''
  #headBytes = 0
  /** Body bytes sent in the same turn as the head, and their number. */
  #firstChunks: Buffer[] = noChunks
  #firstBytes = 0
  /** What is sent when this visitor becomes the first; undefined once it is. */
  #backlog: Buffer[] | undefined = []
  #isContinued = false
  #isAborted = false

  constructor(request: VisitorRequest, connection: VisitorConnection) {
    this.request = request
    this.#connection = connection
  }

  get bearerName(): string {
    return this.request.origin.address
  }

  onFault(error: unknown, place: string): void {
    this.#connection.onFault(error, place)
  }

  /** Reports whether a final head was made. */
  get isAnswerBegun(): boolean {
    return this.#answer !== 'awaited'
  }

  /** Reports whether the answer has begun and is not complete. */
  get isAnswering(): boolean {
    return this.#answer === 'begun'
  }

  /** The bytes of an answer that its tunnel does not count: those of its heads, read or not, or a complete one that waits for those before it. */
  get answerBytes(): number {
    if (this.#answer !== 'ended') return this.#headBytes
    return this.#backlog?.reduce((sum, { length }) => sum + length, 0) ?? 0
  }

  attach(handler: VisitorHandler): void {
    this.#handler = handler
  }

  resume(): void {
    this.isBodyWanted = true
    this.isPaused = false
    this.#connection.pauseChanged(this)
  }

  pause(): void {
    this.isPaused = true
    this.#connection.pauseChanged(this)
  }

  sendInterim(head: AnswerHead): void {
    if (this.request.httpVersion === '1.0' || this.#answer !== 'awaited') return
    if (head.status === 100) this.#isContinued = true
    this.#send(this.#encodeHead(head, ''))
  }

  sendHead(head: AnswerHead): void {
    if (this.#answer !== 'awaited') return
    this.#answer = 'begun'
    const { method, httpVersion, isPersistent, expectsContinue, kind } = this.request
    const hasNoBody = !hasContent(method, head.status)
    const { hasDate, hasLength } = describeFields(head)
    const isEndedByClose = !hasNoBody && !hasLength && httpVersion === '1.0'
    // A client that was not told to continue may or may not send the body, and one that wanted to leave HTTP may already have done so: what
    // follows on the connection is uncertain.
    const isInStep = kind === 'http' && (!expectsContinue || this.#isContinued)
    const wantsToKeep = isPersistent && !isEndedByClose && isInStep
    let lines = hasDate ? '' : currentDateLine()
    lines += this.#connection.decideKeeping(this, wantsToKeep)
    if (!hasNoBody) this.#framing = hasLength || isEndedByClose ? 'plain' : 'chunked'
    if (this.#framing === 'chunked') lines += 'Transfer-Encoding: chunked\r\n'
    this.#head = this.#encodeHead(head, lines)
    flushAtEndOfTurn(this)
  }

  write(chunk: Buffer): boolean {
    if (this.#answer !== 'begun' || this.#framing === 'none' || chunk.length === 0) return true
    if (this.#head !== '' && this.#firstBytes + chunk.length <= joinedBytesMax) {
      if (this.#firstBytes === 0) this.#firstChunks = [chunk]
      else this.#firstChunks.push(chunk)
      this.#firstBytes += chunk.length
      return true
    }
    this.flush()
    return this.#sendBody('', chunk, '')
  }

  end(trailers: readonly HeaderField[] = []): void {
    if (this.#answer !== 'begun') return
    this.#sendFirst(this.#framing === 'chunked' ? encodeLastChunk(trailers) : '')
    this.#answer = 'ended'
    if (this.#backlog === undefined) this.#connection.answered(this)
  }

  destroy(): void {
    this.#isAborted = true
    if (this.#backlog === undefined) this.#connection.abort()
  }

  switchProtocols(head: AnswerHead): Duplex {
    this.#answer = 'gone'
    return this.#connection.switchProtocols(this, head)
  }

  /** Sends what was held back in this turn: a head alone, such as an event stream's, or with the start of a body. */
  flush(): void {
    if (this.#head !== '' && this.#answer === 'begun') this.#sendFirst('')
  }

  /** Called when the earlier answers are complete: sends what has gathered. */
  becomeFirst(): void {
    const backlog = this.#backlog ?? []
    this.#backlog = undefined
    if (this.#isAborted) {
      // Nothing of this answer has been sent, and the earlier answers must not suffer.
      this.#connection.finish()
      return
    }
    this.#connection.writer.cork()
    for (const data of backlog) this.#connection.writer.send(data)
    this.#connection.writer.uncork()
    if (this.#answer === 'ended') this.#connection.answered(this)
    else if (!this.#connection.writer.needsDrain) this.emitDrain()
  }

  emitBody(chunk: Buffer): void {
    this.#handler?.onBody(chunk)
  }

  emitBodyEnd(trailers: readonly string[]): void {
    this.#handler?.onBodyEnd(trailers)
  }

  emitDrain(): void {
    this.#handler?.onDrain()
  }

  /** Tells the handler that request or answer will never be complete, and ignores anything it still sends. */
  emitGone(cause?: Cause): void {
    if (this.#answer === 'gone') return
    this.#answer = 'gone'
    this.#handler?.onGone(cause)
  }

  /** Sends what waits, followed by `tail`. */
  #sendFirst(tail: string): void {
    const head = this.#head
    const chunks = this.#firstChunks
    this.#head = ''
    this.#firstChunks = noChunks
    this.#firstBytes = 0
    const [first] = chunks
    if (first !== undefined) this.#sendBody(head, chunks.length === 1 ? first : joinReleased(chunks), tail)
    else if (head !== '' || tail !== '') this.#send(head + tail)
  }

  #sendBody(before: string, chunk: Buffer, after: string): boolean {
    const isChunked = this.#framing === 'chunked'
    const start = isChunked ? `${before}${chunk.length.toString(16)}\r\n` : before
    const end = isChunked ? `\r\n${after}` : after
    if (start === '' && end === '') return this.#send(chunk)
    // As text: writing one string costs half as much as a gathered write.
    if (chunk.length <= joinedBytesMax) {
      const text = chunk.toString('latin1')
      release(chunk, 'consumer')
      return this.#send(start + text + end)
    }
    this.#connection.writer.cork()
    if (start !== '') this.#send(start)
    let isTaken = this.#send(chunk)
    if (end !== '') isTaken = this.#send(end)
    this.#connection.writer.uncork()
    return isTaken
  }

  #encodeHead(head: AnswerHead, lines: string): string {
    const text = encodeAnswerHead(head, lines)
    this.#headBytes += text.length
    return text
  }

  #send(data: Buffer | string): boolean {
    if (this.#backlog === undefined) return this.#connection.writer.send(data)
    enqueuePiece(this.#backlog, typeof data === 'string' ? Buffer.from(data, 'latin1') : data, 'consumer', 2)
    return false
  }
}

const noChunks: Buffer[] = []

function joinReleased(chunks: readonly Buffer[]): Buffer {
  const joined = Buffer.concat(chunks)
  for (const chunk of chunks) release(chunk, 'consumer')
  return joined
}

function encodeLastChunk(trailers: readonly HeaderField[]): string {
  let text = '0\r\n'
  for (const [name, value] of trailers) text += `${name}: ${value}\r\n`
  return `${text}\r\n`
}
