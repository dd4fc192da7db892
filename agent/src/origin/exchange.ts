import { networkOf } from '@culvert/program'
import type { HeaderField, RequestHead, ResetCode, ResponseHead, StreamHandler, WireStream } from '@culvert/wire'
import type { Memo } from '@culvert/program/head-cache'
import type { AnswerWatch, PendingExchange } from './answer-watch.ts'
import type { ExchangeObserver } from './exchange-observer.ts'
import { ExchangeRecord } from './exchange-record.ts'
import type { Traffic } from './exchange-record.ts'
import { CompressedBody, knownCodings, mayCompress } from './compressed-body.ts'
import type { CompressedReceiver } from './compressed-body.ts'
import type { ConnectionPool, ConnectionWaiter } from './connection-pool.ts'
import type { ConnectionUser, OriginConnection } from './origin-connection.ts'
import { RefusalReader } from './host-refusal.ts'
import { describeBadResponse, needsTls, NotHttp } from './not-http.ts'
import { joinChunks, RequestBody } from './request-body.ts'
import { encodeRequestHead, isSafe } from './request-head.ts'
import type { RequestSection } from './request-head.ts'
import { describeCompressed, planCompression } from '../rules/compression.ts'
import type { TrafficRules } from '../rules/traffic-rules.ts'
import type { BadResponse, ParsedHead } from '../net/response-head.ts'

/** The host shared by all exchanges with an app. */
export interface ExchangeHost {
  readonly pool: ConnectionPool
  readonly answerWatch: AnswerWatch
  /** The header sections of requests, in the form that the app is sent them. */
  readonly sections: Memo<readonly HeaderField[], RequestSection>
  readonly rules: TrafficRules
  /** Whether answers that the app sends uncompressed are compressed. */
  readonly compresses: boolean
  /** Counts of all exchanges since the start. */
  readonly traffic: Traffic
  readonly observer: ExchangeObserver
}

/** The part of a wire stream that an exchange uses. */
export type ExchangeStream = Pick<WireStream, 'consumed' | 'end' | 'reset' | 'sendHead' | 'write'>

/** One visitor's request, carried to the app, and its response. Every callback may come late, after the other side is gone. */
export class Exchange implements StreamHandler, ConnectionUser, ConnectionWaiter, PendingExchange, CompressedReceiver {
  previous: PendingExchange | undefined
  next: PendingExchange | undefined
  answerDeadlineMs = 0
  readonly network: string
  readonly #host: ExchangeHost
  readonly #stream: ExchangeStream
  readonly #request: RequestHead
  readonly #record: ExchangeRecord
  #connection: OriginConnection | undefined
  /** `waiting` for a connection, `carrying`, `dropping` what the visitor still sends to an app that is gone, `over`. */
  #phase: 'waiting' | 'carrying' | 'dropping' | 'over' = 'waiting'
  /** Body bytes that came before the head was sent. */
  #held: Buffer[] = noChunks
  /** Set once the request's head has been sent, if a body or raw bytes may follow. */
  #body: RequestBody | undefined
  #isHeadSent = false
  #isRequestEnded = false
  #requestTrailers: readonly HeaderField[] = noFields
  #response: 'awaited' | 'begun' | 'ended' = 'awaited'
  #isRetried = false
  #refusal: RefusalReader | undefined
  /** Compresses the response; undefined if it is sent unchanged, and once all of it has been passed on. */
  #compressed: CompressedBody | undefined
  #responseTrailers: readonly HeaderField[] = noFields

  constructor(host: ExchangeHost, stream: ExchangeStream, request: RequestHead) {
    this.#host = host
    this.#stream = stream
    this.#request = request
    this.network = networkOf(request.visitorAddress)
    this.#record = new ExchangeRecord(request, host.traffic, host.observer)
  }

  /** Starts the exchange; the rest happens in callbacks. */
  start(): void {
    // The request of an upgrade is complete with its head; any other request is completed by its end.
    if (this.#request.kind === 'upgrade') this.#host.answerWatch.add(this)
    this.#host.pool.request(this)
  }

  onConnection(connection: OriginConnection): void {
    this.#phase = 'carrying'
    this.#connection = connection
    connection.user = this
    connection.parser.begin(this.#request)
    // Whatever else arrives in this turn, END or the first bytes, decides how the head is framed and shares its write.
    sendAtEndOfTurn(this)
  }

  giveUp(message: string): void {
    this.#fail('ORIGIN_TIMEOUT', message)
  }

  onNoConnection(code: ResetCode, message: string): void {
    this.#fail(code, message)
  }

  /** Sends the head with the part of the body that has arrived. */
  sendRequest(): void {
    const connection = this.#connection
    if (connection === undefined || this.#isHeadSent) return
    this.#isHeadSent = true
    const { kind } = this.#request
    const section = this.#host.sections.get(this.#request.fields, this.#request.isShared === true)
    const { contentLength } = section
    const hasBody = !this.#isRequestEnded || this.#held.length > 0
    const framing = kind === 'upgrade' ? 'raw' : (contentLength ?? 'chunked')
    // Its first bytes would be a whole request to the app.
    if (typeof framing === 'number' && countBytes(this.#held) > framing) {
      this.#fail('INTERNAL', bodyTooLong)
      return
    }
    const head = encodeRequestHead(this.#request, section, hasBody && framing === 'chunked')
    if (!hasBody && kind === 'http' && (contentLength ?? 0) === 0) {
      connection.socket.write(head, 'latin1')
      return
    }
    this.#body = new RequestBody(connection.socket, head, framing, (bytes) => this.#bodyConsumed(bytes))
    const held = this.#held
    this.#held = noChunks
    for (const chunk of held) this.#sendBody(chunk)
    if (this.#isRequestEnded) this.#endBody()
    else this.#body?.flushHead()
  }

  onData(chunk: Buffer): void {
    this.#record.received(chunk)
    if (this.#phase === 'dropping') this.#stream.consumed(chunk.length)
    else if (this.#phase === 'over') return
    else if (this.#body !== undefined) this.#sendBody(chunk)
    else if (this.#held === noChunks) this.#held = [chunk]
    else if (this.#held.push(chunk) === heldChunksMax) this.#held = [joinChunks(this.#held)]
  }

  onEnd(trailers: readonly HeaderField[]): void {
    this.#isRequestEnded = true
    this.#requestTrailers = trailers
    if (this.#phase === 'dropping') this.#phase = 'over'
    if (this.#phase === 'over') return
    if (this.#response === 'awaited' && this.#request.kind === 'http') this.#host.answerWatch.add(this)
    if (this.#body !== undefined) this.#endBody()
  }

  onWritable(): void {
    if (this.#compressed === undefined) this.#connection?.socket.resume()
    else this.#compressed.resume()
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    const isCompressing = this.#compressed !== undefined
    if (this.#phase === 'over' && !isCompressing) return
    this.#leave()
    this.#stopCompressing()
    // The app's answer is complete: the visitor left while still sending its own body.
    if (this.#response === 'ended' && !isCompressing) return
    if (code === 'CANCELLED') this.#record.left()
    else this.#record.over({ kind: 'failed', code, message })
  }

  onResponseHead(head: Readonly<ParsedHead>): void {
    const isFinal = head.status >= 200 || head.status === 101
    this.#record.answered(head)
    if (isFinal) {
      this.#host.answerWatch.delete(this)
      this.#response = 'begun'
      this.#refusal = RefusalReader.for(this.#request, head)
      this.#host.pool.dialer.hasAnswered = true
      if (this.#connection !== undefined) {
        if (head.status === 101) this.#host.pool.detach(this.#connection)
        else if (head.isEventStream) this.#host.pool.beginStream(this.#connection)
      }
    }
    const hasBody = head.framing !== 'none' && (head.framing !== 'length' || head.contentLength > 0)
    const ruled = this.#host.rules.forAnswer(head, this.#request)
    const misdirection = this.#host.rules.findMisdirection(ruled, this.#request)
    if (misdirection !== undefined) this.#host.observer.misdirected(this.#request, misdirection)
    const sent = isFinal && hasBody && this.#host.compresses ? this.#compress(head, ruled.answer) : ruled.answer
    this.#stream.sendHead(sent, isFinal && !hasBody)
  }

  onResponseData(chunk: Buffer): void {
    this.#record.answeredData(chunk)
    this.#refusal?.read(chunk)
    const mayContinue = this.#compressed === undefined ? this.#send(chunk) : this.#compressed.write(chunk)
    if (!mayContinue) this.#connection?.socket.pause()
  }

  onResponseEnd(trailers: readonly HeaderField[]): void {
    this.#response = 'ended'
    this.#responseTrailers = trailers
    if (this.#compressed === undefined) this.#completeResponse()
    else this.#compressed.end()
    this.#finishWhenComplete()
  }

  onCompressed(chunk: Buffer): boolean {
    return this.#send(chunk)
  }

  onDrain(): void {
    this.#connection?.socket.resume()
  }

  onCompressedEnd(): void {
    this.#compressed = undefined
    this.#completeResponse()
  }

  onCompressionFailed(error: Error): void {
    const message = `the response could not be compressed: ${error.message}`
    this.#compressed = undefined
    if (this.#response !== 'ended') {
      this.#fail('INTERNAL', message)
      return
    }
    this.#stream.reset('INTERNAL', message)
    this.#record.over({ kind: 'failed', code: 'INTERNAL', message })
  }

  onRawEnd(): void {
    this.#response = 'ended'
    this.#record.over({ kind: 'complete' })
    this.#stream.end()
    this.#finishWhenComplete()
  }

  isStreaming(nowMs: number): boolean {
    // While the app works on a complete request, nothing is transferred.
    const isTransferring = this.#response !== 'awaited' || !this.#isRequestEnded
    return isTransferring && nowMs - this.#record.startedMs >= streamAfterMs
  }

  onBadResponse(error: BadResponse): void {
    const isUsed = this.#connection?.isUsed === true
    this.#connection = undefined
    // It speaks HTTP: the bytes came after its answer to the previous request, and are not a fault of this one.
    if (isUsed && error instanceof NotHttp && this.#mayRepeat()) {
      this.#retry()
      return
    }
    const { code, message } = describeBadResponse(error, this.#host.pool.dialer.target, isUsed)
    this.#fail(code, message)
  }

  onConnectionLost(error: Error | undefined): void {
    const connection = this.#connection
    this.#connection = undefined
    if (connection === undefined || this.#phase === 'over') return
    if (this.#response === 'ended') this.#discardRest()
    else if (this.#mayRetry(connection)) this.#retry()
    else if (this.#response === 'awaited' && connection.parser.isUntouched) void this.#explainClose(connection, error)
    else this.#fail('ORIGIN_CLOSED', describeLoss(this.#response, connection, error))
  }

  /** Finds out why the app accepted the request and closed: many apps that accept only HTTPS do so without an answer. */
  async #explainClose(connection: OriginConnection, error: Error | undefined): Promise<void> {
    const { dialer } = this.#host.pool
    if (await dialer.acceptsTlsOnly()) {
      const { code, message } = needsTls(dialer.target)
      this.#fail(code, message)
    } else {
      this.#fail('ORIGIN_CLOSED', describeLoss(this.#response, connection, error))
    }
  }

  /** Reports whether to retry: a kept connection may close just as a request is sent on it, which is no one's fault (RFC 9110, section 9.2.2). */
  #mayRetry(connection: OriginConnection): boolean {
    if (this.#isRetried) return false
    if (!this.#isHeadSent) return true
    return connection.isKept && connection.parser.isUntouched && this.#mayRepeat()
  }

  /** Reports whether the app may see the request twice. */
  #mayRepeat(): boolean {
    const isUnanswered = this.#response === 'awaited' && !this.#isRetried
    return isUnanswered && this.#body?.isEmpty !== false && isSafe(this.#request.method)
  }

  /** Returns the head of the response as sent, and compresses its body if the visitor accepts that. */
  #compress(head: Readonly<ParsedHead>, answer: Readonly<ResponseHead>): Readonly<ResponseHead> {
    const plan = planCompression(this.#request, head, answer.fields, knownCodings)
    if (plan === undefined) return answer
    const { coding } = plan
    if (coding === undefined || !mayCompress()) return { ...answer, fields: plan.fields, isShared: false }
    this.#compressed = new CompressedBody(coding, this)
    return { ...answer, fields: describeCompressed(plan, coding), isShared: false }
  }

  #send(chunk: Buffer): boolean {
    this.#record.sent(chunk.length)
    return this.#stream.write(chunk)
  }

  #completeResponse(): void {
    this.#record.over({ kind: 'complete' })
    const refusal = this.#refusal?.find()
    if (refusal !== undefined) this.#host.observer.refused(this.#request, refusal)
    this.#stream.end(this.#responseTrailers)
  }

  #retry(): void {
    this.#isRetried = true
    this.#isHeadSent = false
    // Nothing of it was sent.
    this.#body = undefined
    this.#phase = 'waiting'
    // Not an idle connection: when the app has restarted, every kept connection is dead.
    this.#host.pool.request(this, true)
  }

  #sendBody(chunk: Buffer): void {
    if (this.#body?.write(chunk) === false) {
      this.#fail('INTERNAL', bodyTooLong)
    }
  }

  #endBody(): void {
    if (this.#body?.end(this.#requestTrailers) === false) {
      this.#fail('INTERNAL', 'the request body is shorter than its Content-Length')
      return
    }
    this.#finishWhenComplete()
  }

  #bodyConsumed(bytes: number): void {
    if (bytes > 0) this.#stream.consumed(bytes)
    this.#finishWhenComplete()
  }

  /** Returns the connection once both directions are complete; an upload may outlast its response. */
  #finishWhenComplete(): void {
    const connection = this.#connection
    if (this.#response !== 'ended' || connection === undefined) return
    const isRequestComplete = this.#isRequestEnded && (this.#body?.isTaken ?? true)
    const mayBeReused = connection.parser.isReusable && this.#request.kind === 'http'
    if (!isRequestComplete && (mayBeReused || connection.parser.isRaw)) return
    this.#connection = undefined
    if (mayBeReused) this.#host.pool.release(connection)
    else connection.destroy()
    this.#discardRest()
  }

  /** Discards what the visitor still sends: it is taken off the wire, so that the response arrives undisturbed. */
  #discardRest(): void {
    this.#phase = this.#isRequestEnded ? 'over' : 'dropping'
  }

  #fail(code: ResetCode, message: string): void {
    if (this.#phase === 'over') return
    this.#leave()
    if (this.#response === 'ended') {
      // The visitor has the response; a reset could lose the end of it.
      this.#discardRest()
      return
    }
    this.#stopCompressing()
    this.#stream.reset(code, message)
    this.#record.over({ kind: 'failed', code, message })
  }

  #leave(): void {
    if (this.#phase === 'waiting') this.#host.pool.cancel(this)
    this.#phase = 'over'
    this.#host.answerWatch.delete(this)
    this.#connection?.destroy()
    this.#connection = undefined
    this.#held = noChunks
  }

  #stopCompressing(): void {
    this.#compressed?.destroy()
    this.#compressed = undefined
  }
}

/** A transfer that takes longer counts as a stream while requests wait for connections; milliseconds. */
const streamAfterMs = 2_000

const bodyTooLong = 'the request body is longer than its Content-Length'

/** A chunk may be a single byte, and as a Buffer of its own it takes a hundred times that: so many are joined. */
const heldChunksMax = 64

const noChunks: Buffer[] = []
const noFields: readonly HeaderField[] = []

function countBytes(chunks: readonly Buffer[]): number {
  let bytes = 0
  for (const { length } of chunks) bytes += length
  return bytes
}

const unsent: Exchange[] = []

/** One task per turn: a task for each would cost as much as a place in the pool. */
function sendAtEndOfTurn(exchange: Exchange): void {
  if (unsent.push(exchange) === 1) process.nextTick(sendRequests)
}

function sendRequests(): void {
  for (const exchange of unsent.splice(0)) exchange.sendRequest()
}

function describeLoss(response: string, connection: OriginConnection, error: Error | undefined): string {
  const how = error === undefined ? 'closed the connection' : `broke the connection (${error.message})`
  if (response === 'begun') return `the app ${how} in the middle of its response`
  return connection.parser.isUntouched ? `the app ${how} without a response` : `the app ${how} in a response head`
}
