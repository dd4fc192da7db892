import { type ServerHttp2Stream, constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import { type FaultBearer, guard } from '@culvert/program/guard'
import { isLent, ownMemory, release } from '@culvert/program/memory'
import { PieceWriter } from '@culvert/program/piece-writer'
import type { HeaderField } from '@culvert/wire'
import type { FaultReport } from '../reporting.ts'
import { type Deadline, bodyProgress } from '../http/deadline.ts'
import { flushAtEndOfTurn, joinedBytesMax } from '../http/end-of-turn.ts'
import { headBytesMax } from '../http/request-head.ts'
import { encodeH2Head, measureH2Head } from './head.ts'
import { hasContent } from '../visitor.ts'
import type { AnswerHead, Cause, Visitor, VisitorHandler, VisitorRequest } from '../visitor.ts'

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants

/** One HTTP/2 request: a stream of its connection. */
export class Http2Visitor implements Visitor, FaultBearer {
  readonly request: VisitorRequest
  /** Bytes of the body that the handler has accepted. */
  acceptedBytes = 0
  /** Whether the edge reset the stream before the body was complete. */
  isCut = false
  readonly #stream: ServerHttp2Stream
  readonly #pieces: PieceWriter
  readonly #deadline: Deadline
  readonly #reportFault: FaultReport
  #handler: VisitorHandler | undefined
  #answer: 'awaited' | 'begun' | 'ended' | 'gone' = 'awaited'
  /** The final head until it is sent. */
  #head: string[] | undefined
  /** Body bytes sent in the same turn as the head. */
  #firstChunk: Buffer | undefined
  #hasNoBody = false
  #headBytes = 0
  #sentBytes = 0
  #isPaused = true
  #isReading = false
  #isBodyEnded: boolean

  constructor(request: VisitorRequest, stream: ServerHttp2Stream, deadline: Deadline, reportFault: FaultReport) {
    this.request = request
    this.#stream = stream
    this.#pieces = new PieceWriter({
      stream,
      write: (piece) => this.#write(piece),
      onRoom: () => this.#handler?.onDrain(),
      bearer: this,
    })
    this.#deadline = deadline
    this.#reportFault = reportFault
    this.#isBodyEnded = !request.hasBody
    this.#on('drain', () => {
      if (!this.#pieces.needsDrain) this.#handler?.onDrain()
    })
    this.#on('aborted', () => this.emitGone())
    this.#on('close', () => this.#closed())
  }

  get bearerName(): string {
    return this.request.origin.address
  }

  /** Ends this request, but no other on its connection. */
  onFault(error: unknown, place: string): void {
    this.#reportFault(error, place, [this.request])
    this.lose()
    this.#stream.close(NGHTTP2_INTERNAL_ERROR)
  }

  /** Tells the handler that the request is over, and handles what it throws. */
  lose(): void {
    try {
      this.emitGone()
    } catch (error) {
      this.#reportFault(error, 'h2.gone', [this.request])
    }
  }

  /** Bytes of the body that wait. */
  get heldBytes(): number {
    return this.#stream.readableLength
  }

  /** The bytes of an answer that its tunnel does not count: those of its heads, read or not, and what waits of the body once that is complete. */
  get answerBytes(): number {
    return this.#headBytes + (this.#answer === 'ended' ? this.#stream.writableLength : 0)
  }

  /** Reports whether a part of an answer was sent, so that no other answer can be. */
  get isAnswerBegun(): boolean {
    return this.#stream.headersSent
  }

  /** Reports whether the body has arrived completely. */
  get isBodyEnded(): boolean {
    return this.#isBodyEnded
  }

  attach(handler: VisitorHandler): void {
    this.#handler = handler
  }

  resume(): void {
    this.#isPaused = false
    if (this.#isReading) {
      this.#read()
      return
    }
    this.#isReading = true
    let trailers: readonly string[] = []
    this.#on('readable', () => this.#read())
    this.#on('trailers', (_fields: unknown, _flags: unknown, list: readonly string[]) => {
      // They may be discarded (RFC 9110, section 6.5.1), and larger ones fit in no frame of the tunnel.
      if (measureH2Head(list) <= headBytesMax) trailers = list
    })
    this.#on('end', () => this.#endBody(trailers))
  }

  pause(): void {
    this.#isPaused = true
  }

  sendInterim(head: AnswerHead): void {
    if (this.#answer !== 'awaited' || this.#stream.closed) return
    this.#stream.additionalHeaders(groupFields(this.#encodeHead(head)))
  }

  sendHead(head: AnswerHead): void {
    if (this.#answer !== 'awaited') return
    this.#answer = 'begun'
    this.#hasNoBody = !hasContent(this.request.method, head.status)
    this.#head = this.#encodeHead(head)
    flushAtEndOfTurn(this)
  }

  write(chunk: Buffer): boolean {
    if (this.#answer !== 'begun' || this.#hasNoBody || chunk.length === 0) return true
    if (this.#head !== undefined && this.#firstChunk === undefined && chunk.length <= joinedBytesMax) {
      this.#firstChunk = ownMemory(chunk, 'consumer')
      return true
    }
    this.flush()
    return this.#send(chunk)
  }

  end(trailers: readonly HeaderField[] = []): void {
    if (this.#answer !== 'begun') return
    this.#answer = 'ended'
    const head = this.#head
    if (head !== undefined && trailers.length === 0) this.#sendWhole(head)
    else {
      this.#flush()
      if (this.#hasNoBody) return
      this.#on('wantTrailers', () => this.#stream.sendTrailers(groupFields(trailers.flat())))
      this.#pieces.flush()
      this.#stream.end()
    }
    // An unread body is read and dropped: a reset could cost the client its answer.
    if (!this.#isReading) this.resume()
  }

  destroy(): void {
    this.#answer = 'gone'
    this.isCut = !this.#isBodyEnded
    this.#stream.close(NGHTTP2_INTERNAL_ERROR)
  }

  switchProtocols(_head: AnswerHead): Duplex {
    throw new Error('Only an upgrade can switch protocols')
  }

  flush(): void {
    if (this.#answer === 'begun') this.#flush()
  }

  /** Tells the handler that request or answer will never be complete, and ignores anything it still sends. */
  emitGone(cause?: Cause): void {
    if (this.#answer === 'gone') return
    this.#answer = 'gone'
    this.#handler?.onGone(cause)
  }

  /** Returns what the client has been too slow with at `nowMs`; undefined if nothing. */
  findTimedOut(nowMs: number): 'body' | 'reader' | undefined {
    const awaited = this.#findAwaited()
    const progress =
      awaited === 'body'
        ? bodyProgress(this.acceptedBytes, this.request.contentLength)
        : this.#sentBytes - this.#pieces.waitingBytes

    return this.#deadline.isOver(awaited, progress, nowMs) && awaited !== 'nothing' ? awaited : undefined
  }

  /** Listens to the stream; an error thrown by a listener ends this request. */
  #on(event: string, listener: Parameters<ServerHttp2Stream['on']>[1]): void {
    this.#stream.on(event, guard(`h2.${event}`, this, listener))
  }

  #findAwaited(): 'nothing' | 'body' | 'reader' {
    if (this.#pieces.waitingBytes > 0) return 'reader'
    if (!this.#isBodyEnded && !this.#isPaused && this.#answer !== 'begun') return 'body'
    return this.#answer === 'ended' && this.#isBodyEnded ? 'reader' : 'nothing'
  }

  #read(): void {
    while (!this.#isPaused) {
      // Everything that has arrived is passed on in one piece: tiny frames would cost the agent far more than their bytes.
      const chunk: Buffer | null = this.#stream.read()
      if (chunk === null) return
      this.acceptedBytes += chunk.length
      this.#handler?.onBody(chunk)
    }
  }

  #endBody(trailers: readonly string[]): void {
    // Node also ends the readable side of a stream that was reset.
    if (this.#stream.aborted || this.#stream.rstCode !== NGHTTP2_NO_ERROR) return
    this.#isBodyEnded = true
    if (this.#answer !== 'gone') this.#handler?.onBodyEnd(trailers)
  }

  /** Sends what was held back in this turn: a head alone, such as an event stream's, or with the start of a body. */
  #flush(): void {
    const head = this.#head
    const chunk = this.#firstChunk
    if (head === undefined || this.#stream.closed) return
    this.#head = undefined
    this.#firstChunk = undefined
    // Without trailers to wait for, Node would end an answer that breaks off before it resets the stream.
    this.#stream.respond(head, this.#hasNoBody ? { endStream: true } : { waitForTrailers: true })
    if (chunk !== undefined) this.#send(chunk)
  }

  /** Sends a complete answer. */
  #sendWhole(head: string[]): void {
    const chunk = this.#firstChunk
    this.#head = undefined
    this.#firstChunk = undefined
    if (this.#stream.closed) return
    this.#stream.respond(head, { endStream: chunk === undefined })
    if (chunk === undefined) return
    this.#sentBytes += chunk.length
    this.#stream.end(chunk)
  }

  #encodeHead(head: AnswerHead): string[] {
    const list = encodeH2Head(head)
    this.#headBytes += measureH2Head(list)
    return list
  }

  #send(chunk: Buffer): boolean {
    if (this.#stream.closed) return true
    this.#sentBytes += chunk.length
    return this.#pieces.write(chunk)
  }

  #write(piece: Buffer): boolean {
    const own = ownMemory(piece, 'consumer')
    if (!isLent(own)) return this.#stream.write(own)
    // The callback of a reset stream comes while a part of the chunk may still wait on the connection; its memory is left to the collector.
    return this.#stream.write(own, (error) => {
      if (!error && !this.#stream.destroyed) release(own, 'consumer')
    })
  }

  #closed(): void {
    const isComplete = this.#answer === 'ended' && this.#isBodyEnded && this.#stream.rstCode === NGHTTP2_NO_ERROR
    if (!isComplete) this.emitGone()
    else this.#answer = 'gone'
  }
}

/** Returns the fields by name, for Node's calls that accept no list. */
function groupFields(list: readonly string[]): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (let index = 0; index + 1 < list.length; index += 2) {
    const name = (list[index] ?? '').toLowerCase()
    const values = fields.get(name) ?? []
    values.push(list[index + 1] ?? '')
    fields.set(name, values)
  }
  return Object.fromEntries(fields)
}
