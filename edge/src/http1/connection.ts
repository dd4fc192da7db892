import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { lendRead } from '@culvert/program/memory'
import { readInto, recordBytesMax } from '@culvert/program/reading'
import { guard, listen, runGuarded } from '@culvert/program/guard'
import type { ErrorCode } from '../error-code.ts'
import { encodeAnswerHead } from './answer-head.ts'
import { AnswerOrder } from './answer-order.ts'
import type { ConnectionShare, Excess } from '../http/connection-counts.ts'
import { type Awaited, Deadline, bodyProgress } from '../http/deadline.ts'
import type { Arrival, ConnectionHost, HttpConnection } from '../http/connection.ts'
import { Http1Visitor, type VisitorConnection } from './visitor.ts'
import { handOff } from './hand-off.ts'
import { readUnqueued } from './read-unqueued.ts'
import { SocketWriter } from './socket-writer.ts'
import type { Refusal } from '../http/refusal.ts'
import { RequestParser, type RequestReceiver } from './request-parser.ts'
import { memoryCause, resetConnection } from '../http/connection.ts'
import { requestIdOf } from '../reporting.ts'
import { type AnswerHead, type Cause, type VisitorRequest, isSafe } from '../visitor.ts'
import type { Peer } from '../http/origin.ts'

/** How many answers a connection may await at once. Few clients pipeline, and this bounds the buffers. */
const answeringMax = 8
/** How much a client may send ahead before reading is paused. */
const heldBytesMax = 64 * 1024
const closingLine = 'Connection: close\r\n'

/** A visitor's connection, from its first byte to its end. */
export class Http1Connection implements HttpConnection, RequestReceiver, VisitorConnection {
  readonly writer: SocketWriter
  readonly #socket: Socket
  readonly #host: ConnectionHost
  readonly #peer: Peer
  readonly #share: ConnectionShare
  readonly #deadline: Deadline
  readonly #parser: RequestParser
  readonly #order = new AnswerOrder<Http1Visitor>()
  /** The request whose body is not complete. */
  #reading: Http1Visitor | undefined
  /** The refusal that is sent after the answers under way. */
  #refusal: Refusal | undefined
  #phase: 'open' | 'ending' | 'raw' | 'over' = 'open'
  #requests = 0
  readonly #stopReading: () => void
  /** Undefined until the client sends a lot at once. */
  #stopReadingInto: (() => void) | undefined
  #sendsLargeChunks = false
  readonly #onData = guard('visitor.data', this, (chunk: Buffer) => this.#receive(chunk))
  readonly #onDrain = guard('visitor.drain', this, () => this.#drained())
  readonly #onEnd = guard('visitor.end', this, () => this.#ended())

  constructor(socket: Socket, { peer, share }: Arrival, host: ConnectionHost) {
    this.#socket = socket
    this.writer = new SocketWriter(socket, () => this.#drained(), this)
    this.#host = host
    this.#peer = peer
    this.#share = share
    this.#deadline = new Deadline(host.timing)
    this.#parser = new RequestParser(this.#peer, this)
    this.#stopReading = readUnqueued(socket, this.#onData)
    socket.on('drain', this.#onDrain)
    socket.on('end', this.#onEnd)
    socket.on('error', () => {})
    listen(socket, 'close', 'visitor.close', this, () => this.#closed())
  }

  get bearerName(): string {
    return this.#peer.address
  }

  get heldBytes(): number {
    // Tunnels count the rest of what upgraded connections keep.
    if (this.#phase === 'raw') return this.#socket.writableEnded ? this.#socket.writableLength : 0
    let bytes = this.#parser.heldBytes + this.#socket.readableLength + this.writer.answeredBytes
    for (const visitor of this.#order.begun) bytes += visitor.answerBytes
    return bytes
  }

  // From the parser

  onRequest(request: VisitorRequest): void {
    if (request.kind === 'upgrade' && this.#handOff(request)) return
    this.#requests += 1
    const visitor = new Http1Visitor(request, this)
    if (request.hasBody) this.#reading = visitor
    const { last } = this.#order
    // Only safe requests may overtake one another in the app (RFC 9112, section 9.3.2).
    if (last === undefined || (isSafe(last.request) && isSafe(request))) this.#start(visitor)
    else this.#order.hold(visitor)
    this.#updateParser()
  }

  onBody(chunk: Buffer): void {
    this.#reading?.emitBody(chunk)
  }

  onBodyEnd(trailers: readonly string[]): void {
    const visitor = this.#reading
    this.#reading = undefined
    visitor?.emitBodyEnd(trailers)
    if (this.#phase === 'ending') this.#parser.stop()
    this.#updateParser()
  }

  onRefused(refusal: Refusal): void {
    const visitor = this.#reading
    this.#reading = undefined
    if (visitor !== undefined) {
      const isTooLate = visitor.isAnswerBegun && !this.#order.isBehindOthers(visitor)
      visitor.emitGone(refusal)
      refusal.requestId = requestIdOf(visitor.request)
      // A refusal cannot be sent after a part of this request's answer.
      if (isTooLate) return this.abort()
      this.#order.withdraw(visitor)
    }
    this.#host.onRefused(refusal)
    this.#refusal = refusal
    if (this.#order.isEmpty) this.#refuse(refusal)
  }

  // From visitors

  decideKeeping(visitor: Http1Visitor, wantsToKeep: boolean): string {
    // Requests that have arrived are still served; the last answer announces that it is the last.
    const isLast = this.#order.last === visitor && !this.#order.isHolding
    visitor.keepsConnection = wantsToKeep && !(this.#host.isLeaving && isLast)
    return visitor.keepsConnection ? this.#host.keepAliveLines : closingLine
  }

  answered(visitor: Http1Visitor): void {
    // Asserts that it is the first in line.
    this.#order.complete(visitor)
    this.writer.noteAnswered()
    if (!visitor.keepsConnection) {
      this.finish()
      return
    }
    if (this.#reading === visitor && !visitor.isBodyWanted) visitor.resume()
    this.#proceed()
    this.#updateParser()
  }

  pauseChanged(visitor: Http1Visitor): void {
    if (this.#reading === visitor) this.#updateParser()
  }

  abort(): void {
    resetConnection(this.#socket)
  }

  switchProtocols(visitor: Http1Visitor, head: AnswerHead): Duplex {
    this.#phase = 'raw'
    this.#order.complete(visitor)
    const socket = this.#socket
    this.#stopReading()
    this.#stopReadingInto?.()
    socket.off('drain', this.#onDrain).off('end', this.#onEnd)
    const early = this.#parser.takeRest()
    if (early.length > 0) socket.unshift(early)
    socket.resume()
    this.writer.flush()
    socket.write(encodeAnswerHead(head, 'Connection: Upgrade\r\n'), 'latin1')
    return socket
  }

  // From the ingress

  drain(): void {
    const isIdle = this.#order.isEmpty && this.#reading === undefined && this.#parser.isBetweenRequests
    if (this.#phase === 'open' && isIdle) this.finish()
  }

  cut(): void {
    if (this.#phase === 'raw') this.#socket.destroy()
    else this.abort()
  }

  /** Ends the connection: anything written on it from now on cannot be relied on. */
  onFault(error: unknown, place: string): void {
    const visitors = new Set([...this.#order.withdrawAll(), ...(this.#reading ? [this.#reading] : [])])
    this.#reading = undefined
    this.#phase = 'over'
    this.#host.reportFault(
      error,
      place,
      [...visitors].map(({ request }) => request),
    )
    this.#socket.destroy()
    this.#host.forget(this)
    for (const visitor of visitors) runGuarded('visitor.gone', visitor, () => visitor.emitGone())
  }

  checkTime(nowMs: number): void {
    this.#countIncomplete()
    const awaited = this.#findAwaited()
    if (this.#deadline.isOver(awaited, this.#measureProgress(awaited), nowMs)) this.#timedOut(awaited)
  }

  endForMemory(): void {
    this.#host.onCut('memory')
    this.#lose(memoryCause)
    this.abort()
  }

  /** Answers that the client has too many connections, and ends this one. */
  rejectExcess(excess: Excess): void {
    this.#host.onCut(excess)
    this.#giveUp('CULVERT_TOO_MANY_CONNECTIONS', `over the cap of ${excess}`)
  }

  #receive(chunk: Buffer): void {
    if (chunk.length >= recordBytesMax && !this.#sendsLargeChunks) {
      this.#sendsLargeChunks = true
      // Plain connections are already read in separate chunks.
      if (this.#socket instanceof TLSSocket) this.#stopReadingInto = readInto(this.#socket, this.#onData, true)
    }
    this.#parser.push(lendRead(chunk))
    if (this.#parser.heldBytes >= heldBytesMax) this.#socket.pause()
    this.#countIncomplete()
  }

  #countIncomplete(): void {
    if (!this.#share.setIncomplete(this.#isIncomplete())) this.rejectExcess('incomplete')
  }

  /** Reports whether a request is incomplete, or the first has not arrived yet. */
  #isIncomplete(): boolean {
    if (this.#phase !== 'open') return false
    return this.#requests === 0 || this.#reading !== undefined || this.#parser.isInHead
  }

  /** Passes the connection to the process that a request names. Returns false when this one serves it. */
  #handOff(request: VisitorRequest): boolean {
    const { handoff } = this.#host
    const isAlone = this.#order.isEmpty && this.#parser.heldBytes === 0
    if (handoff === undefined || !isAlone || !handOff(handoff, this.#socket, this.#peer, request)) return false
    this.#phase = 'over'
    this.#stopReading()
    this.#host.forget(this)
    return true
  }

  #drained(): void {
    if (this.#phase === 'raw' || this.writer.needsDrain) return
    this.#order.first?.emitDrain()
    this.#updateParser()
  }

  #start(visitor: Http1Visitor): void {
    if (this.#order.begin(visitor)) visitor.becomeFirst()
    this.#host.onVisitor(visitor)
  }

  /** Called when an answer is complete: begins the next, or does what follows the last. */
  #proceed(): void {
    const { first } = this.#order
    if (first !== undefined) {
      first.becomeFirst()
      return
    }
    const held = this.#order.takeHeld()
    if (held !== undefined) this.#start(held)
    else if (this.#refusal !== undefined) this.#refuse(this.#refusal)
    else if (this.#host.isClosing) this.drain()
  }

  /**
   * Resumes or pauses the parser: a body waits for its handler, the next request for its turn, and for the client to read: what it asks for would gather
   * here.
   */
  #updateParser(): void {
    const mustWait =
      this.#reading === undefined
        ? this.#order.isHolding || this.#order.size >= answeringMax || this.writer.needsDrain || this.#isLastRequest()
        : this.#reading.isPaused
    if (mustWait) {
      this.#parser.pause()
      return
    }
    this.#parser.resume()
    if (this.#parser.heldBytes < heldBytesMax && this.#socket.isPaused()) this.#socket.resume()
  }

  /** Reports whether the newest request is the last that is served on this connection (RFC 9112, section 9.6). */
  #isLastRequest(): boolean {
    const request = this.#order.last?.request
    return request !== undefined && (request.kind === 'upgrade' || !request.isPersistent)
  }

  /** Stops reading a request for a reason outside it. */
  #giveUp(code: ErrorCode, detail: string): void {
    const { accept = '', method = '', origin = this.#peer } = this.#reading?.request ?? {}
    this.#parser.stop()
    this.onRefused({ code, detail, method, accept, address: origin.address })
  }

  /** Answers a refused request, and ends the connection. */
  #refuse({ code, detail, method, accept, address, requestId }: Refusal): void {
    const answer = this.#host.errorPages.make(code, { accept, method, address, detail, requestId })
    this.writer.cork()
    this.writer.send(encodeAnswerHead(answer, closingLine))
    if (method !== 'HEAD') this.writer.send(answer.body)
    this.writer.uncork()
    this.finish()
  }

  /** Ends this side. Anything that still arrives is dropped, except a body that is being read. */
  finish(): void {
    this.#phase = 'ending'
    this.#loseAnswers()
    if (this.#reading?.isBodyWanted !== true) {
      this.#reading?.emitGone()
      this.#reading = undefined
      this.#parser.stop()
    }
    this.writer.end()
    this.#socket.resume()
  }

  /** The client has closed its side, and so cannot show that it still waits for an answer. */
  #ended(): void {
    const isAnswering = !this.#order.isEmpty
    this.#phase = 'ending'
    this.#lose()
    if (isAnswering) this.#socket.destroy()
    else this.writer.end()
  }

  #closed(): void {
    this.#lose()
    this.#phase = 'over'
    this.#host.forget(this)
  }

  #lose(cause?: Cause): void {
    const reading = this.#reading
    this.#reading = undefined
    this.#parser.stop()
    this.#loseAnswers(cause)
    reading?.emitGone(cause)
  }

  #loseAnswers(cause?: Cause): void {
    for (const visitor of this.#order.withdrawAll()) {
      if (visitor === this.#reading) this.#reading = undefined
      visitor.emitGone(cause)
    }
  }

  #findAwaited(): Awaited {
    if (this.#phase === 'over') return 'nothing'
    if (this.#socket.writableLength > 0) return 'reader'
    if (this.#phase === 'raw') return 'nothing'
    const reading = this.#reading
    if (reading !== undefined) return reading.isPaused || reading.isAnswering ? 'nothing' : 'body'
    if (this.#phase === 'ending') return 'end'
    if (!this.#order.isEmpty) return 'nothing'
    if (this.#parser.isInHead) return 'head'
    return this.#requests === 0 ? 'first-head' : 'next-request'
  }

  #measureProgress(awaited: Awaited): number {
    if (awaited === 'body') return bodyProgress(this.#socket.bytesRead, this.#reading?.request.contentLength)
    return awaited === 'reader' ? this.writer.readBytes : this.#requests
  }

  /**
   * Ends a connection that has waited too long. A client that sent a length has the body and can send it at a rate that any network supports.
   * Chunks without a length may be a stream, which waits for events for any time: any byte is enough, and the cap on incomplete
   * requests bounds their number.
   */
  #timedOut(awaited: Awaited): void {
    if (awaited === 'head' || awaited === 'body' || awaited === 'reader') this.#host.onCut(`slow-${awaited}`)
    if (awaited === 'head' || awaited === 'body') this.#giveUp('CULVERT_REQUEST_TIMEOUT', `${awaited} too slow`)
    else if (awaited === 'reader' || awaited === 'end') {
      this.#lose({ code: undefined, detail: `${awaited} too slow` })
      this.abort()
    } else this.finish()
  }
}
