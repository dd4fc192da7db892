import { constants } from 'node:http2'
import type { ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { HeaderField } from '@culvert/wire'
import { bodyProgress } from './deadline.ts'
import type { Deadline } from './deadline.ts'
import { flushAtEndOfTurn } from './end-of-turn.ts'
import { encodeH2Head } from './h2-head.ts'
import type { AnswerHead, Visitor, VisitorHandler, VisitorRequest } from './visitor.ts'

/** Up to this many bytes of a body wait with the head for the end of the turn. */
const joinedBytesMax = 8 * 1024
/** Behind these nothing follows the head (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304])

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants

/** One request of a visitor who speaks HTTP/2: a stream of his connection. */
export class H2Visitor implements Visitor {
  readonly request: VisitorRequest
  /** Bytes of his body that came and were taken. */
  takenBytes = 0
  /** Whether the edge reset him while his body came. */
  isCut = false
  readonly #stream: ServerHttp2Stream
  readonly #deadline: Deadline
  #handler: VisitorHandler | undefined
  #answer: 'awaited' | 'begun' | 'ended' | 'gone' = 'awaited'
  /** The final head until it is sent. */
  #head: string[] | undefined
  /** Body bytes that came in the turn of the head. */
  #firstChunk: Buffer | undefined
  #hasNoBody = false
  #sentBytes = 0
  #isPaused = true
  #isReading = false
  #isBodyEnded: boolean

  constructor(request: VisitorRequest, stream: ServerHttp2Stream, deadline: Deadline) {
    this.request = request
    this.#stream = stream
    this.#deadline = deadline
    this.#isBodyEnded = !request.hasBody
    stream.on('drain', () => this.#handler?.onDrain())
    stream.on('aborted', () => this.tellGone())
    stream.on('close', () => this.#closed())
  }

  /** Bytes of his body that came and wait. */
  get heldBytes(): number {
    return this.#stream.readableLength
  }

  /** Whether something of an answer was sent, so that no other one can be. */
  get isAnswerBegun(): boolean {
    return this.#stream.headersSent
  }

  /** Whether his body has come completely. */
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
    this.#stream.on('readable', () => this.#read())
    this.#stream.on('trailers', (_fields, _flags, list) => (trailers = list))
    this.#stream.on('end', () => this.#endBody(trailers))
  }

  pause(): void {
    this.#isPaused = true
  }

  sendInterim(head: AnswerHead): void {
    if (this.#answer !== 'awaited' || this.#stream.closed) return
    this.#stream.additionalHeaders(groupFields(encodeH2Head(head)))
  }

  sendHead(head: AnswerHead): void {
    if (this.#answer !== 'awaited') return
    this.#answer = 'begun'
    this.#hasNoBody = this.request.method === 'HEAD' || statusesWithoutBody.has(head.status)
    this.#head = encodeH2Head(head)
    flushAtEndOfTurn(this)
  }

  write(chunk: Buffer): boolean {
    if (this.#answer !== 'begun' || this.#hasNoBody || chunk.length === 0) return true
    if (this.#head !== undefined && this.#firstChunk === undefined && chunk.length <= joinedBytesMax) {
      this.#firstChunk = chunk
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
      this.#stream.on('wantTrailers', () => this.#stream.sendTrailers(groupFields(trailers.flat())))
      this.#stream.end()
    }
    // What nobody asked for is read and dropped: a reset could cost the visitor the answer.
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

  /** Request or answer will never be complete; what the handler still says is not heard. */
  tellGone(): void {
    if (this.#answer === 'gone') return
    this.#answer = 'gone'
    this.#handler?.onGone()
  }

  /** What he was too slow with at `nowMs`; undefined: nothing. */
  findLate(nowMs: number): 'body' | 'reader' | undefined {
    const awaited = this.#findAwaited()
    const progress =
      awaited === 'body'
        ? bodyProgress(this.takenBytes, this.request.contentLength)
        : this.#sentBytes - this.#stream.writableLength

    return this.#deadline.isOver(awaited, progress, nowMs) && awaited !== 'nothing' ? awaited : undefined
  }

  #findAwaited(): 'nothing' | 'body' | 'reader' {
    if (this.#stream.writableLength > 0) return 'reader'
    if (!this.#isBodyEnded && !this.#isPaused && this.#answer !== 'begun') return 'body'
    return this.#answer === 'ended' && this.#isBodyEnded ? 'reader' : 'nothing'
  }

  #read(): void {
    while (!this.#isPaused) {
      // All that has come in one piece: tiny frames would cost the agent far more than their bytes.
      const chunk: Buffer | null = this.#stream.read()
      if (chunk === null) return
      this.takenBytes += chunk.length
      this.#handler?.onBody(chunk)
    }
  }

  #endBody(trailers: readonly string[]): void {
    // node ends what is read of a stream that was reset, too.
    if (this.#stream.aborted || this.#stream.rstCode !== NGHTTP2_NO_ERROR) return
    this.#isBodyEnded = true
    if (this.#answer !== 'gone') this.#handler?.onBodyEnd(trailers)
  }

  /** Sends what waits for more of the same turn: the head, as an event stream's, or with the beginning of a body. */
  #flush(): void {
    const head = this.#head
    const chunk = this.#firstChunk
    if (head === undefined || this.#stream.closed) return
    this.#head = undefined
    this.#firstChunk = undefined
    // Without trailers to wait for, node would end the answer before it resets one that breaks off.
    this.#stream.respond(head, this.#hasNoBody ? { endStream: true } : { waitForTrailers: true })
    if (chunk !== undefined) this.#send(chunk)
  }

  /** Sends an answer that is known from head to end. */
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

  #send(chunk: Buffer): boolean {
    if (this.#stream.closed) return true
    this.#sentBytes += chunk.length
    return this.#stream.write(chunk)
  }

  #closed(): void {
    const isComplete = this.#answer === 'ended' && this.#isBodyEnded && this.#stream.rstCode === NGHTTP2_NO_ERROR
    if (!isComplete) this.tellGone()
    else this.#answer = 'gone'
  }
}

/** Fields by name, as node wants them where it takes no list. */
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
