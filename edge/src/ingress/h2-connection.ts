import { constants, performServerHandshake } from 'node:http2'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { ConnectionShare } from './connection-counts.ts'
import { Deadline } from './deadline.ts'
import type { Awaited } from './deadline.ts'
import { encodeH2Head, measureH2Head, parseH2Head } from './h2-head.ts'
import { connectionWindowBytes, sessionOptions, streamWindowBytes } from './h2-settings.ts'
import { H2Visitor } from './h2-visitor.ts'
import type { Arrival, ConnectionHost, IngressConnection } from './ingress-connection.ts'
import { makeRefusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import { readRequestHead } from './request-head.ts'
import type { RawRequestHead } from './request-head.ts'
import { RequestRefused } from './request-refused.ts'
import type { CutReason, Peer, VisitorRequest } from './visitor.ts'

/**
 * Bytes that may come for nothing: in frames that bring neither a head nor a part of a body that somebody took. Floods of
 * pings, settings, priorities, window updates, and empty or tiny DATA frames all cost work; nghttp2 counts only some.
 */
const overheadBytesMax = 256 * 1024
/** What besides is taken for useful, in bytes: frames around each byte of a body, acknowledgements of what was sent, pings. */
const usefulPerBodyByte = 3
const usefulPerSentByte = 1 / 32
const usefulPerMs = 1

/** A visitor's connection that speaks HTTP/2 (RFC 9113): node's session on it, and a visitor for each of its streams. */
export class H2Connection implements IngressConnection {
  readonly #socket: Socket
  readonly #session: ServerHttp2Session
  readonly #host: ConnectionHost
  readonly #peer: Peer
  readonly #share: ConnectionShare
  readonly #deadline: Deadline
  readonly #visitors = new Map<H2Visitor, ServerHttp2Stream>()
  readonly #startedMs = performance.now()
  #requests = 0
  #pings = 0
  /** What had come when the visitor was last asked whether he is there. */
  #bytesReadAtPing: number | undefined
  #openStreams = 0
  /** Bytes that came for something, as far as they are not of visitors who are here. */
  #usefulBytes = 0

  constructor(socket: Socket, { peer, share }: Arrival, host: ConnectionHost) {
    this.#socket = socket
    this.#host = host
    this.#peer = peer
    this.#share = share
    this.#deadline = new Deadline(host.limits)
    socket.on('error', () => {})
    socket.on('end', () => this.#ended())
    socket.on('close', () => host.forget(this))
    this.#session = performServerHandshake(socket, sessionOptions)
    if (!this.#session.destroyed) this.#session.setLocalWindowSize(connectionWindowBytes)
    this.#session.on('stream', (stream, _fields, _flags, list) => this.#begin(stream, list))
    // The end of its streams tells of it.
    this.#session.on('error', () => {})
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
      const late = visitor.findLate(nowMs)
      if (late !== undefined) this.#timedOut(visitor, stream, late)
    }
    if (this.#countOverhead(nowMs) > overheadBytesMax) this.#calm('flood')
    const awaited = this.#findAwaited()
    const progress = awaited === 'reader' ? this.#socket.bytesRead + this.#pings : this.#requests
    if (!this.#deadline.isOver(awaited, progress, nowMs)) return
    if (awaited === 'end') this.#socket.destroy()
    else if (awaited === 'reader') this.#ask()
    else this.#session.close()
  }

  #begin(stream: ServerHttp2Stream, list: readonly string[]): void {
    stream.on('error', () => {})
    // It was reset in the same breath.
    if (stream.destroyed || stream.closed) return
    this.#requests += 1
    this.#openStreams += 1
    stream.on('close', () => (this.#openStreams -= 1))
    const request = this.#readRequest(stream, list)
    if (request === undefined) return
    const visitor = new H2Visitor(request, stream, new Deadline(this.#host.limits))
    this.#visitors.set(visitor, stream)
    stream.on('close', () => this.#forget(visitor))
    this.#usefulBytes += measureH2Head(list)
    this.#host.onVisitor(visitor)
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
      this.#refuse(stream, makeRefusal(error, this.#peer, raw))
      return undefined
    }
  }

  /** Answers what is not served, and wants no more of it (RFC 9113, section 8.1). */
  #refuse(stream: ServerHttp2Stream, { code, ...refusal }: Refusal): void {
    if (stream.closed) return
    const answer = this.#host.errorPages.make(code, refusal)
    // node has ended it already where nothing follows a head: with HEAD.
    const hasBody = !stream.writableEnded
    stream.respond(encodeH2Head(answer))
    if (hasBody) stream.end(answer.body)
    if (!stream.endAfterHeaders) stream.close(constants.NGHTTP2_NO_ERROR)
    stream.setTimeout(this.#host.limits.readerIdleMs, () => stream.destroy())
  }

  #timedOut(visitor: H2Visitor, stream: ServerHttp2Stream, late: 'body' | 'reader'): void {
    this.#host.onCut(`slow-${late}`)
    visitor.tellGone()
    if (late === 'reader' || visitor.isAnswerBegun) {
      visitor.destroy()
      return
    }
    const { method, accept, origin } = visitor.request
    this.#usefulBytes += streamWindowBytes
    const refusal = { method, accept, address: origin.address, detail: 'body too slow' }
    this.#refuse(stream, { code: 'CULVERT_REQUEST_TIMEOUT', ...refusal })
  }

  #forget(visitor: H2Visitor): void {
    this.#usefulBytes += visitor.takenBytes * usefulPerBodyByte
    // What he had sent by then still comes.
    if (visitor.isCut) this.#usefulBytes += streamWindowBytes
    this.#visitors.delete(visitor)
  }

  /** The visitor has closed his side. That he still waits for an answer, he cannot say. */
  #ended(): void {
    if (this.#openStreams > 0) this.#socket.destroy()
    else this.#session.close()
  }

  #countIncomplete(): void {
    if (!this.#share.setIncomplete(this.#isIncomplete())) this.#calm('incomplete')
  }

  /** Whether a request has begun that has not come whole, or none has come yet. */
  #isIncomplete(): boolean {
    return this.#requests === 0 || [...this.#visitors.keys()].some((visitor) => !visitor.isBodyEnded)
  }

  #countOverhead(nowMs: number): number {
    let usefulBytes = this.#usefulBytes + (nowMs - this.#startedMs) * usefulPerMs
    for (const { takenBytes, heldBytes } of this.#visitors.keys()) {
      usefulBytes += heldBytes + takenBytes * usefulPerBodyByte
    }
    const { bytesRead, bytesWritten } = this.#socket
    return bytesRead - usefulBytes - bytesWritten * usefulPerSentByte
  }

  /** Ends the connection of a visitor who does too much. */
  #calm(reason: CutReason): void {
    if (this.#session.destroyed) return
    this.#host.onCut(reason)
    this.#session.destroy(new Error(`The visitor is over the limit: ${reason}`), constants.NGHTTP2_ENHANCE_YOUR_CALM)
  }

  /**
   * Asks a visitor who waits for an answer whether he is still there, and does without one who did not say so. node does
   * not notice every connection that is lost: it reads none on which it could not write.
   */
  #ask(): void {
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
