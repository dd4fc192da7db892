import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { gatherWrites, isLent, lend, release, writeHeld } from '@culvert/wire'
import type { ErrorCode } from '../pages/errors.ts'
import { encodeAnswerHead } from './answer-head.ts'
import type { ConnectionShare, Excess } from './connection-counts.ts'
import { bodyProgress, Deadline } from './deadline.ts'
import type { Awaited } from './deadline.ts'
import type { Arrival, ConnectionHost, IngressConnection } from './ingress-connection.ts'
import { NetVisitor } from './net-visitor.ts'
import type { VisitorConnection } from './net-visitor.ts'
import { readStraight } from './read-straight.ts'
import type { Refusal } from './refusal.ts'
import { RequestParser } from './request-parser.ts'
import type { RequestReceiver } from './request-parser.ts'
import { resetConnection } from './reset-connection.ts'
import type { AnswerHead, Peer, VisitorRequest } from './visitor.ts'

/** Answers that may be awaited at once on a connection. Hardly any client pipelines, and buffers are bounded by it. */
const answeringMax = 8
/** What a visitor may send ahead of its turn before he has to wait. */
const heldBytesMax = 64 * 1024
const closingLine = 'Connection: close\r\n'

/** A visitor's connection, from its first byte to its end. */
export class NetConnection implements IngressConnection, RequestReceiver, VisitorConnection {
  readonly #socket: Socket
  readonly #host: ConnectionHost
  readonly #peer: Peer
  readonly #share: ConnectionShare
  readonly #deadline: Deadline
  readonly #parser: RequestParser
  /** Whose answers are not complete, the oldest first: he alone may write. */
  readonly #answering: NetVisitor[] = []
  /** Whose body has not come completely. */
  #reading: NetVisitor | undefined
  /** Who must wait until the answers before his are complete. */
  #waiting: NetVisitor | undefined
  /** Sent behind the answers that are under way. */
  #refusal: Refusal | undefined
  #phase: 'open' | 'ending' | 'raw' | 'over' = 'open'
  #requests = 0
  readonly #stopReading: () => void
  readonly #onDrain = () => this.#answering[0]?.tellDrain()
  readonly #onEnd = () => this.#ended()

  constructor(socket: Socket, { peer, share }: Arrival, host: ConnectionHost) {
    this.#socket = socket
    this.#host = host
    this.#peer = peer
    this.#share = share
    this.#deadline = new Deadline(host.limits)
    this.#parser = new RequestParser(this.#peer, this)
    this.#stopReading = readStraight(socket, (chunk) => this.#receive(chunk))
    socket.on('drain', this.#onDrain)
    socket.on('end', this.#onEnd)
    socket.on('error', () => {})
    socket.on('close', () => this.#closed())
  }

  get needsDrain(): boolean {
    return this.#socket.writableNeedDrain
  }

  // From the parser

  onRequest(request: VisitorRequest): void {
    this.#requests += 1
    const visitor = new NetVisitor(request, this)
    if (request.hasBody) this.#reading = visitor
    const last = this.#answering.at(-1)
    // Only requests that change nothing may overtake each other in the app (RFC 9112, section 9.3.2).
    if (last === undefined || (isSafe(last.request) && isSafe(request))) this.#start(visitor)
    else this.#waiting = visitor
    this.#updateParser()
  }

  onBody(chunk: Buffer): void {
    this.#reading?.tellBody(chunk)
  }

  onBodyEnd(trailers: readonly string[]): void {
    const visitor = this.#reading
    this.#reading = undefined
    visitor?.tellBodyEnd(trailers)
    if (this.#phase === 'ending') this.#parser.stop()
    this.#updateParser()
  }

  onRefused(refusal: Refusal): void {
    const visitor = this.#reading
    this.#reading = undefined
    if (visitor !== undefined) {
      const isTooLate = visitor.isAnswerBegun
      visitor.tellGone()
      // Nothing can be said on a connection that has said something about this request.
      if (isTooLate) return this.abort()
      this.#answering.splice(this.#answering.indexOf(visitor), 1)
    }
    this.#refusal = refusal
    if (this.#answering.length === 0) this.#refuse(refusal)
  }

  // From visitors

  send(data: Buffer | string): boolean {
    if (typeof data === 'string') return this.#socket.write(data, 'latin1')
    if (!isLent(data)) return this.#socket.write(data)
    gatherWrites(this.#socket)
    const isTaken = writeHeld(this.#socket, data)
    release(data)
    return isTaken
  }

  cork(): void {
    this.#socket.cork()
  }

  uncork(): void {
    this.#socket.uncork()
  }

  decideKeeping(visitor: NetVisitor, wantsToKeep: boolean): string {
    // Requests that came already are still served; the last answer says that it is the last.
    const isLast = this.#answering.at(-1) === visitor && this.#waiting === undefined
    visitor.keepsConnection = wantsToKeep && !(this.#host.isClosing && isLast)
    return visitor.keepsConnection ? this.#host.keepingLines : closingLine
  }

  answered(visitor: NetVisitor): void {
    this.#answering.shift()
    if (!visitor.keepsConnection) {
      this.finish()
      return
    }
    if (this.#reading === visitor && !visitor.isBodyWanted) visitor.resume()
    const next = this.#answering[0] ?? this.#waiting
    if (next === undefined) {
      if (this.#refusal !== undefined) this.#refuse(this.#refusal)
      else if (this.#host.isClosing) this.drain()
    } else if (next === this.#waiting) {
      this.#waiting = undefined
      this.#start(next)
    } else {
      next.becomeFirst()
    }
    this.#updateParser()
  }

  pauseChanged(visitor: NetVisitor): void {
    if (this.#reading === visitor) this.#updateParser()
  }

  abort(): void {
    resetConnection(this.#socket)
  }

  switchProtocols(head: AnswerHead): Duplex {
    this.#phase = 'raw'
    this.#answering.shift()
    const socket = this.#socket
    this.#stopReading()
    socket.off('drain', this.#onDrain).off('end', this.#onEnd)
    const early = this.#parser.takeRest()
    if (early.length > 0) socket.unshift(early)
    socket.resume()
    socket.write(encodeAnswerHead(head, 'Connection: Upgrade\r\n'), 'latin1')
    return socket
  }

  // From the ingress

  drain(): void {
    const isIdle = this.#answering.length === 0 && this.#reading === undefined && this.#parser.isBetweenRequests
    if (this.#phase === 'open' && isIdle) this.finish()
  }

  cut(): void {
    if (this.#phase === 'raw') this.#socket.destroy()
    else this.abort()
  }

  checkTime(nowMs: number): void {
    this.#countIncomplete()
    const awaited = this.#findAwaited()
    if (this.#deadline.isOver(awaited, this.#measureProgress(awaited), nowMs)) this.#timedOut(awaited)
  }

  /** Answers that the visitor has too many connections, and ends. */
  turnAway(excess: Excess): void {
    this.#host.onCut(excess)
    this.#giveUp('CULVERT_TOO_MANY_CONNECTIONS', `over the cap of ${excess}`)
  }

  #receive(chunk: Buffer): void {
    lend(chunk)
    this.#parser.push(chunk)
    if (this.#parser.heldBytes >= heldBytesMax) this.#socket.pause()
    this.#countIncomplete()
  }

  #countIncomplete(): void {
    if (!this.#share.setIncomplete(this.#isIncomplete())) this.turnAway('incomplete')
  }

  /** Whether a request has begun that has not come whole, or none has come yet. */
  #isIncomplete(): boolean {
    if (this.#phase !== 'open') return false
    return this.#requests === 0 || this.#reading !== undefined || this.#parser.isInHead
  }

  #start(visitor: NetVisitor): void {
    this.#answering.push(visitor)
    if (this.#answering.length === 1) visitor.becomeFirst()
    this.#host.onVisitor(visitor)
  }

  /** Has the parser go on or wait: a body for its owner, the next request for its turn. */
  #updateParser(): void {
    const mustWait =
      this.#reading === undefined
        ? this.#waiting !== undefined || this.#answering.length >= answeringMax || this.#isLastRequest()
        : this.#reading.isPaused
    if (mustWait) {
      this.#parser.pause()
      return
    }
    this.#parser.resume()
    if (this.#parser.heldBytes < heldBytesMax && this.#socket.isPaused()) this.#socket.resume()
  }

  /** Whether nothing of HTTP follows the newest request, or nothing that is served (RFC 9112, section 9.6). */
  #isLastRequest(): boolean {
    const request = this.#answering.at(-1)?.request
    return request !== undefined && (request.kind === 'upgrade' || !request.isPersistent)
  }

  /** Reads no more of a request that is not at fault by what it says. */
  #giveUp(code: ErrorCode, detail: string): void {
    const { accept = '', method = '', origin = this.#peer } = this.#reading?.request ?? {}
    this.#parser.stop()
    this.onRefused({ code, detail, method, accept, address: origin.address })
  }

  /** Answers what cannot be read, and ends. */
  #refuse({ code, detail, method, accept, address }: Refusal): void {
    const answer = this.#host.errorPages.make(code, { accept, method, address, detail })
    this.#socket.cork()
    this.send(encodeAnswerHead(answer, closingLine))
    if (method !== 'HEAD') this.send(answer.body)
    this.#socket.uncork()
    this.finish()
  }

  /** Ends our side. What still comes is dropped, but for a body that somebody reads. */
  finish(): void {
    this.#phase = 'ending'
    this.#loseAnswers()
    if (this.#reading?.isBodyWanted !== true) {
      this.#reading?.tellGone()
      this.#reading = undefined
      this.#parser.stop()
    }
    this.#socket.end()
    this.#socket.resume()
  }

  /** The visitor has closed his side. That he still waits for an answer, he cannot say. */
  #ended(): void {
    const isAnswering = this.#answering.length > 0
    this.#phase = 'ending'
    this.#lose()
    if (isAnswering) this.#socket.destroy()
    else this.#socket.end()
  }

  #closed(): void {
    this.#lose()
    this.#phase = 'over'
    this.#host.forget(this)
  }

  #lose(): void {
    const reading = this.#reading
    this.#reading = undefined
    this.#parser.stop()
    this.#loseAnswers()
    reading?.tellGone()
  }

  #loseAnswers(): void {
    this.#waiting = undefined
    for (const visitor of this.#answering.splice(0)) {
      if (visitor === this.#reading) this.#reading = undefined
      visitor.tellGone()
    }
  }

  #findAwaited(): Awaited {
    if (this.#phase === 'raw' || this.#phase === 'over') return 'nothing'
    if (this.#socket.writableLength > 0) return 'reader'
    const reading = this.#reading
    if (reading !== undefined) return reading.isPaused || reading.isAnswering ? 'nothing' : 'body'
    if (this.#phase === 'ending') return 'end'
    if (this.#answering.length > 0) return 'nothing'
    if (this.#parser.isInHead) return 'head'
    return this.#requests === 0 ? 'first-head' : 'next-request'
  }

  #measureProgress(awaited: Awaited): number {
    switch (awaited) {
      case 'body':
        return bodyProgress(this.#socket.bytesRead, this.#reading?.request.contentLength)
      case 'reader':
        return this.#socket.bytesWritten - this.#socket.writableLength
      case 'head':
      case 'next-request':
        return this.#requests
      case 'nothing':
      case 'first-head':
      case 'end':
        return 0
      default:
        return awaited satisfies never
    }
  }

  /**
   * Who named a length has the body and sends it, at a rate that any network has. Chunks without a length may be a stream,
   * which waits for events as long as it likes: any byte will do, and the cap of incomplete requests bounds their number.
   */
  #timedOut(awaited: Awaited): void {
    if (awaited === 'head' || awaited === 'body' || awaited === 'reader') this.#host.onCut(`slow-${awaited}`)
    switch (awaited) {
      case 'head':
      case 'body':
        this.#giveUp('CULVERT_REQUEST_TIMEOUT', `${awaited} too slow`)
        break
      case 'first-head':
      case 'next-request':
        this.finish()
        break
      case 'reader':
      case 'end':
        this.abort()
        break
      case 'nothing':
        break
      default:
        awaited satisfies never
    }
  }
}

function isSafe({ method, kind }: VisitorRequest): boolean {
  return kind === 'http' && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
}
