import type { Duplex } from 'node:stream'
import { release } from '@culvert/wire'
import type { HeaderField } from '@culvert/wire'
import { currentDateLine, describeFields, encodeAnswerHead } from './answer-head.ts'
import { flushAtEndOfTurn } from './end-of-turn.ts'
import type { AnswerHead, Visitor, VisitorHandler, VisitorRequest } from './visitor.ts'

/** What a visitor needs of his connection. */
export interface VisitorConnection {
  /** Sends bytes, or latin1 text. False: they wait in a buffer. */
  send(data: Buffer | string): boolean
  /** Gathers what is sent until `uncork` into one write. */
  cork(): void
  uncork(): void
  /** Whether `send` has bytes in its buffer and a drain will be told. */
  readonly needsDrain: boolean
  /** The lines that say whether the connection is kept behind this answer. */
  decideKeeping(visitor: NetVisitor, wantsToKeep: boolean): string
  /** The first in line has completed his answer. */
  answered(visitor: NetVisitor): void
  /** His body waits, or does not any more. */
  pauseChanged(visitor: NetVisitor): void
  /** Cuts the connection with a reset. */
  abort(): void
  /** Ends the connection behind what was sent. */
  finish(): void
  switchProtocols(head: AnswerHead): Duplex
}

/** Up to this many bytes of a body are joined to what frames them; larger ones are passed on without a copy. */
const joinedBytesMax = 8 * 1024

/** One request on a connection of our own parser. Requests of one connection answer in line (RFC 9112, section 9.3.2). */
export class NetVisitor implements Visitor {
  readonly request: VisitorRequest
  /** Whether the connection serves another request behind this one; meaningful once the answer has begun. */
  keepsConnection = false
  /** Whether his body waits. */
  isPaused = true
  /** Whether somebody asked for his body. */
  isBodyWanted = false
  readonly #connection: VisitorConnection
  #handler: VisitorHandler | undefined
  #answer: 'awaited' | 'begun' | 'ended' | 'gone' = 'awaited'
  #framing: 'none' | 'plain' | 'chunked' = 'none'
  /** The final head until it is sent. */
  #head = ''
  /** Body bytes that came in the turn of the head, and how many. */
  #firstChunks: Buffer[] = noChunks
  #firstBytes = 0
  /** What is sent when it is this visitor's turn; undefined once it is. */
  #backlog: (Buffer | string)[] | undefined = []
  #isContinued = false
  #isAborted = false

  constructor(request: VisitorRequest, connection: VisitorConnection) {
    this.request = request
    this.#connection = connection
  }

  /** Whether a final head was made. */
  get isAnswerBegun(): boolean {
    return this.#answer !== 'awaited'
  }

  /** Whether the answer has begun and is not complete. */
  get isAnswering(): boolean {
    return this.#answer === 'begun'
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
    this.#send(encodeAnswerHead(head, ''))
  }

  sendHead(head: AnswerHead): void {
    if (this.#answer !== 'awaited') return
    this.#answer = 'begun'
    const { method, httpVersion, isPersistent, expectsContinue, kind } = this.request
    const hasNoBody = method === 'HEAD' || head.status === 204 || head.status === 304
    const { hasDate, hasLength } = describeFields(head.fields)
    const isEndedByClose = !hasNoBody && !hasLength && httpVersion === '1.0'
    // Who was not told to continue may send the body or not, and who wanted to leave HTTP may have begun to: what
    // follows on the connection is uncertain.
    const isInStep = kind === 'http' && (!expectsContinue || this.#isContinued)
    const wantsToKeep = isPersistent && !isEndedByClose && isInStep
    let lines = hasDate ? '' : currentDateLine()
    lines += this.#connection.decideKeeping(this, wantsToKeep)
    if (!hasNoBody) this.#framing = hasLength || isEndedByClose ? 'plain' : 'chunked'
    if (this.#framing === 'chunked') lines += 'Transfer-Encoding: chunked\r\n'
    this.#head = encodeAnswerHead(head, lines)
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
    return this.#connection.switchProtocols(head)
  }

  /** Sends what waits for more of the same turn: the head, as an event stream's, or with the beginning of a body. */
  flush(): void {
    if (this.#head !== '' && this.#answer === 'begun') this.#sendFirst('')
  }

  /** The answers before this one are complete: what has gathered goes out. */
  becomeFirst(): void {
    const backlog = this.#backlog ?? []
    this.#backlog = undefined
    if (this.#isAborted) {
      // Nothing of this answer has gone out, and those before it must not suffer.
      this.#connection.finish()
      return
    }
    this.#connection.cork()
    for (const data of backlog) this.#connection.send(data)
    this.#connection.uncork()
    if (this.#answer === 'ended') this.#connection.answered(this)
    else if (!this.#connection.needsDrain) this.tellDrain()
  }

  tellBody(chunk: Buffer): void {
    this.#handler?.onBody(chunk)
  }

  tellBodyEnd(trailers: readonly string[]): void {
    this.#handler?.onBodyEnd(trailers)
  }

  tellDrain(): void {
    this.#handler?.onDrain()
  }

  /** Request or answer will never be complete; what the handler still says is not heard. */
  tellGone(): void {
    if (this.#answer === 'gone') return
    this.#answer = 'gone'
    this.#handler?.onGone()
  }

  /** Sends what waits, and `tail` behind it. */
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
    // As text: one string is one plain write, and costs half of a gathered one.
    if (chunk.length <= joinedBytesMax) {
      const text = chunk.toString('latin1')
      release(chunk)
      return this.#send(start + text + end)
    }
    this.#connection.cork()
    if (start !== '') this.#send(start)
    let isTaken = this.#send(chunk)
    if (end !== '') isTaken = this.#send(end)
    this.#connection.uncork()
    return isTaken
  }

  #send(data: Buffer | string): boolean {
    if (this.#backlog === undefined) return this.#connection.send(data)
    this.#backlog.push(data)
    return false
  }
}

const noChunks: Buffer[] = []

function joinReleased(chunks: readonly Buffer[]): Buffer {
  const joined = Buffer.concat(chunks)
  for (const chunk of chunks) release(chunk)
  return joined
}

function encodeLastChunk(trailers: readonly HeaderField[]): string {
  let text = '0\r\n'
  for (const [name, value] of trailers) text += `${name}: ${value}\r\n`
  return `${text}\r\n`
}
