import { type ServerHttp2Session, type ServerHttp2Stream, constants, performServerHandshake } from 'node:http2'
import type { Socket } from 'node:net'
import { guard, listen, runGuarded } from '@culvert/program/guard'
import type { ConnectionShare } from '../http/connection-counts.ts'
import { type Awaited, Deadline } from '../http/deadline.ts'
import { encodeH2Head, measureH2Head, parseH2Head } from './head.ts'
import { connectionWindowBytes, sessionOptions, streamWindowBytes } from './settings.ts'
import { Http2Visitor } from './visitor.ts'
import { memoryCause } from '../http/connection.ts'
import type { Arrival, ConnectionHost, HttpConnection, CutReason } from '../http/connection.ts'
import { requestIdOf } from '../reporting.ts'
import { type Refusal, RequestRefused, makeRefusal } from '../http/refusal.ts'
import { type RawRequestHead, readRequestHead } from '../http/request-head.ts'
import type { Peer } from '../http/origin.ts'
import type { VisitorRequest } from '../visitor.ts'

/**
 * How many bytes may be overhead: frames with neither a head nor an accepted part of a body. Floods of
 * PING, SETTINGS, PRIORITY, WINDOW_UPDATE, and empty or tiny DATA frames all cost work; nghttp2 counts only some of them.
 */
const overheadBytesMax = 256 * 1024
/** Additional bytes that count as useful: frames around a body, acknowledgements of what was sent, pings. */
const usefulPerBodyByte = 3
const usefulPerSentByte = 1 / 32
const usefulPerMs = 1

/** A client's HTTP/2 connection (RFC 9113): Node's session, and a visitor for each of its streams. */
export class Http2Connection implements HttpConnection {
  readonly #socket: Socket
  readonly #session: ServerHttp2Session
  readonly #host: ConnectionHost
  readonly #peer: Peer
  readonly #share: ConnectionShare
  readonly #deadline: Deadline
  readonly #visitors = new Map<Http2Visitor, ServerHttp2Stream>()
  readonly #startedMs = performance.now()
  #requests = 0
  #pings = 0
  /** The bytes that had arrived at the last ping. */
  #bytesReadAtPing: number | undefined
  #openStreams = 0
  /** Useful bytes of requests that are over. */
  #usefulBytes = 0

  constructor(socket: Socket, { peer, share }: Arrival, host: ConnectionHost) {
    this.#socket = socket
    this.#host = host
    this.#peer = peer
    this.#share = share
    this.#deadline = new Deadline(host.timing)
    socket.on('error', () => {})
    listen(socket, 'end', 'h2.end', this, () => this.#ended())
    listen(socket, 'close', 'h2.close', this, () => host.forget(this))
    this.#session = performServerHandshake(socket, sessionOptions)
    if (!this.#session.destroyed) this.#session.setLocalWindowSize(connectionWindowBytes)
    listen(
      this.#session,
      'stream',
      'h2.stream',
      this,
      (stream: ServerHttp2Stream, _fields: unknown, _flags: number, list: string[]) => this.#begin(stream, list),
    )
    // The ends of its streams report everything that matters.
    this.#session.on('error', () => {})
  }

  get bearerName(): string {
    return this.#peer.address
  }

  get heldBytes(): number {
    let bytes = 0
    for (const visitor of this.#visitors.keys()) bytes += visitor.heldBytes + visitor.answerBytes
    return bytes
  }

  /** Ends the connection and all requests on it. */
  onFault(error: unknown, place: string): void {
    const visitors = [...this.#visitors.keys()]
    this.#visitors.clear()
    this.#host.reportFault(
      error,
      place,
      visitors.map(({ request }) => request),
    )
    this.#socket.destroy()
    this.#host.forget(this)
    for (const visitor of visitors) visitor.lose()
  }

  drain(): void {
    this.#session.close()
  }

  cut(): void {
    this.#socket.destroy()
  }

  checkTime(nowMs: number): void {
    this.#countIncomplete()
    for (const [visitor, stream] of this.#visitors) {
      const late = visitor.findTimedOut(nowMs)
      if (late !== undefined) this.#timedOut(visitor, stream, late)
    }
    if (this.#countOverhead(nowMs) > overheadBytesMax) this.#endForExcess('flood')
    const awaited = this.#findAwaited()
    const progress = awaited === 'reader' ? this.#socket.bytesRead + this.#pings : this.#requests
    if (!this.#deadline.isOver(awaited, progress, nowMs)) return
    if (awaited === 'end') this.#socket.destroy()
    else if (awaited === 'reader') this.#pingClient()
    else this.#session.close()
  }

  endForMemory(): void {
    for (const visitor of this.#visitors.keys()) visitor.emitGone(memoryCause)
    this.#endForExcess('memory')
  }

  #begin(stream: ServerHttp2Stream, list: readonly string[]): void {
    stream.on('error', () => {})
    // It has been reset already.
    if (stream.destroyed || stream.closed) return
    this.#requests += 1
    this.#openStreams += 1
    listen(stream, 'close', 'h2.stream-close', this, () => (this.#openStreams -= 1))
    const request = this.#readRequest(stream, list)
    if (request === undefined) return
    const visitor = new Http2Visitor(request, stream, new Deadline(this.#host.timing), this.#host.reportFault)
    this.#visitors.set(visitor, stream)
    listen(stream, 'close', 'h2.request-close', this, () => this.#forget(visitor))
    this.#usefulBytes += measureH2Head(list)
    runGuarded('h2.request', visitor, () => this.#host.onVisitor(visitor))
    this.#countIncomplete()
  }

  /** The checked request; undefined after it was refused. */
  #readRequest(stream: ServerHttp2Stream, list: readonly string[]): VisitorRequest | undefined {
    let raw: RawRequestHead | undefined
    try {
      raw = parseH2Head(list, this.#peer, !stream.endAfterHeaders)
      return readRequestHead(raw)
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      const refusal = makeRefusal(error, this.#peer, raw)
      this.#host.onRefused(refusal)
      this.#refuse(stream, refusal)
      return undefined
    }
  }

  /** Answers a request that is refused, and reads no more of it (RFC 9113, section 8.1). */
  #refuse(stream: ServerHttp2Stream, { code, head: _head, ...refusal }: Refusal): void {
    if (stream.closed) return
    const answer = this.#host.errorPages.make(code, refusal)
    // With HEAD, Node has already ended it.
    const hasBody = !stream.writableEnded
    stream.respond(encodeH2Head(answer))
    if (hasBody) stream.end(answer.body)
    if (!stream.endAfterHeaders) stream.close(constants.NGHTTP2_NO_ERROR)
    stream.setTimeout(
      this.#host.timing.readerIdleMs,
      guard('h2.reader-timeout', this, () => stream.destroy()),
    )
  }

  #timedOut(visitor: Http2Visitor, stream: ServerHttp2Stream, late: 'body' | 'reader'): void {
    this.#host.onCut(`slow-${late}`)
    const detail = `${late} too slow`
    if (late === 'reader' || visitor.isAnswerBegun) {
      visitor.emitGone({ code: undefined, detail })
      visitor.destroy()
      return
    }
    const { method, accept, origin } = visitor.request
    const refusal = { code: 'CULVERT_REQUEST_TIMEOUT', method, accept, address: origin.address, detail } as const
    visitor.emitGone(refusal)
    this.#usefulBytes += streamWindowBytes
    this.#refuse(stream, { ...refusal, requestId: requestIdOf(visitor.request) })
  }

  #forget(visitor: Http2Visitor): void {
    this.#usefulBytes += visitor.acceptedBytes * usefulPerBodyByte
    // The client may have sent more before it learned of the reset.
    if (visitor.isCut) this.#usefulBytes += streamWindowBytes
    this.#visitors.delete(visitor)
  }

  /** The client has closed its side, and so cannot show that it still waits for an answer. */
  #ended(): void {
    if (this.#openStreams > 0) this.#socket.destroy()
    else this.#session.close()
  }

  #countIncomplete(): void {
    if (!this.#share.setIncomplete(this.#isIncomplete())) this.#endForExcess('incomplete')
  }

  /** Reports whether a request is incomplete, or the first has not arrived yet. */
  #isIncomplete(): boolean {
    return this.#requests === 0 || [...this.#visitors.keys()].some((visitor) => !visitor.isBodyEnded)
  }

  #countOverhead(nowMs: number): number {
    let usefulBytes = this.#usefulBytes + (nowMs - this.#startedMs) * usefulPerMs
    for (const { acceptedBytes, heldBytes } of this.#visitors.keys()) {
      usefulBytes += heldBytes + acceptedBytes * usefulPerBodyByte
    }
    const { bytesRead, bytesWritten } = this.#socket
    return bytesRead - usefulBytes - bytesWritten * usefulPerSentByte
  }

  /** Ends the connection of a client that does too much. */
  #endForExcess(reason: CutReason): void {
    if (this.#session.destroyed) return
    this.#host.onCut(reason)
    this.#session.destroy(new Error(`The visitor is over the limit: ${reason}`), constants.NGHTTP2_ENHANCE_YOUR_CALM)
  }

  /**
   * Pings a client that waits for an answer, and drops one that does not respond. Node does
   * not notice every lost connection: it does not read one on which it could not write.
   */
  #pingClient(): void {
    const { bytesRead } = this.#socket
    if (this.#bytesReadAtPing === bytesRead) {
      this.#socket.destroy()
      return
    }
    this.#bytesReadAtPing = bytesRead
    this.#pings += 1
    this.#session.ping(() => {})
  }

  #findAwaited(): Awaited {
    if (this.#session.destroyed) return 'end'
    if (this.#openStreams > 0) return 'reader'
    if (this.#session.closed) return 'end'
    return this.#requests === 0 ? 'first-head' : 'next-request'
  }
}
