import type {
  HeaderField,
  RequestHead,
  ResetCode,
  ResponseHead,
  StreamHandler,
  WireSession,
  WireStream,
} from '@culvert/wire'
import type { Running } from '../accounts/account.ts'
import type { Visitor, VisitorHandler } from '../ingress/visitor.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { requestIdOf } from '../operations/request-id.ts'
import { errorTexts } from '../pages/errors.ts'
import type { ErrorCode } from '../pages/errors.ts'
import type { Waiting } from '../tunnels/parking.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'
import type { ExchangeObserver, ExchangeTrace, ExchangeTracer } from './exchange-observer.ts'
import { RawRelay } from './raw-relay.ts'
import { resetErrors } from './reset-errors.ts'
import { readFinalHead, readInterimHead } from './response-head.ts'
import { keepTrailers, pairFields } from './trailers.ts'

export interface ExchangeOptions {
  errorPages: ErrorPages
  observer: ExchangeObserver
  /** Undefined: nobody wants traces. */
  tracer: ExchangeTracer | undefined
}

/** Carries one visitor's request through a tunnel, and the answer back. */
export function carry(visitor: Visitor, tunnel: Tunnel, options: ExchangeOptions): void {
  new Exchange(visitor, tunnel, options).start()
}

/**
 * One exchange between its two sides. Both tell it what happens at any time, also when it has ended already; `#phase`
 * says what still matters.
 */
class Exchange implements StreamHandler, VisitorHandler, Waiting, Running {
  readonly address: string
  previous: Running | undefined
  next: Running | undefined
  readonly #startedMs = performance.now()
  readonly #visitor: Visitor
  readonly #tunnel: Tunnel
  readonly #options: ExchangeOptions
  readonly #head: RequestHead
  readonly #trace: ExchangeTrace | undefined
  #phase: 'waiting' | 'asking' | 'answering' | 'answered' | 'raw' | 'over' = 'waiting'
  #session: WireSession | undefined
  #stream: WireStream | undefined
  #relay: RawRelay | undefined
  #attempts = 0
  /** Any head came, 1xx included: the app has seen the request. */
  #isSeen = false
  #dropsBody = false
  /** Body bytes that must still come; undefined where the end of the stream says it. */
  #missingBytes: number | undefined
  /** Bytes that wait in the visitor's buffer: their credit is not returned yet. */
  #unsentBytes = 0
  /** Of the app's final head, or of 101. */
  #status = 0
  #isOver = false

  constructor(visitor: Visitor, tunnel: Tunnel, options: ExchangeOptions) {
    const { kind, method, target, fields, origin } = visitor.request
    this.address = origin.address
    this.#visitor = visitor
    this.#tunnel = tunnel
    this.#options = options
    this.#head = { kind, method, target, fields, visitorAddress: origin.address }
    this.#trace = options.tracer?.follow(visitor.request, tunnel)
  }

  start(): void {
    this.#visitor.attach(this)
    this.#tunnel.account.enter(this)
    this.#seekSession()
  }

  proceed(session: WireSession): void {
    const { hasBody, kind } = this.#visitor.request
    this.#phase = 'asking'
    this.#session = session
    this.#attempts += 1
    if (this.#attempts === 1) this.#tunnel.usage.requests += 1
    const head = this.#trace === undefined ? this.#head : { ...this.#head, fields: this.#trace.onAsk() }
    this.#stream = session.open(head, this, !hasBody && kind === 'http')
    if (hasBody) this.#visitor.resume()
  }

  giveUp(): void {
    this.#fail('CULVERT_TUNNEL_OFFLINE', 'the agent did not come back in time')
  }

  forbid(): void {
    const reason = 'The visitor is refused from now on.'
    if (this.#phase === 'raw') this.#relay?.cut(reason)
    else if (this.#phase === 'answering') this.#abort('CANCELLED', reason)
    else if (this.#phase === 'waiting' || this.#phase === 'asking') {
      this.#tunnel.leave(this)
      this.#fail('CULVERT_FORBIDDEN', reason)
    }
  }

  stopWaitingFor(session: WireSession): void {
    if (this.#phase === 'asking' && this.#session === session) this.giveUp()
  }

  // From the agent

  onHead(head: ResponseHead): void {
    if (this.#phase !== 'asking') return
    this.#isSeen = true
    this.#trace?.onHead()
    if (head.status === 101) this.#switchProtocols(head)
    else if (head.status < 200) this.#visitor.sendInterim(readInterimHead(head))
    else this.#beginAnswer(head)
  }

  onData(chunk: Buffer): void {
    if (this.#relay !== undefined) {
      this.#relay.onData(chunk)
      return
    }
    if (this.#phase !== 'answering') return
    if (this.#dropsBody) {
      this.#stream?.consumed(chunk.length)
      return
    }
    if (this.#missingBytes !== undefined) {
      if (chunk.length > this.#missingBytes) {
        this.#abort('ORIGIN_BAD_RESPONSE', 'The answer is longer than its Content-Length.')
        return
      }
      this.#missingBytes -= chunk.length
    }
    this.#tunnel.usage.dataOut += chunk.length
    if (this.#visitor.write(chunk)) this.#stream?.consumed(chunk.length)
    else this.#unsentBytes += chunk.length
  }

  onEnd(trailers: readonly HeaderField[]): void {
    if (this.#relay !== undefined) {
      this.#relay.onEnd()
      return
    }
    if (this.#phase !== 'answering') return
    if (this.#missingBytes !== undefined && this.#missingBytes > 0) {
      this.#abort('ORIGIN_BAD_RESPONSE', 'The answer is shorter than its Content-Length.')
      return
    }
    this.#phase = 'answered'
    this.#finish(true)
    this.#visitor.end(trailers.length === 0 ? undefined : keepTrailers(trailers))
  }

  onWritable(): void {
    if (this.#relay !== undefined) this.#relay.onWritable()
    else if (this.#phase !== 'over') this.#visitor.resume()
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#stream = undefined
    // The session may learn of its own end later than its streams; nothing new must be opened on it meanwhile.
    if (code === 'SESSION_LOST' && this.#session !== undefined) this.#tunnel.lose(this.#session)
    switch (this.#phase) {
      case 'asking':
        if (code === 'SESSION_LOST' && this.#mayRetry()) this.#seekSession()
        else this.#fail(resetErrors[code], message)
        break
      case 'answering':
        this.#phase = 'over'
        this.#finish(false)
        this.#visitor.destroy()
        break
      case 'answered':
        // The app wants no more of the upload that outlasts its answer. What still comes is read and dropped.
        if (this.#visitor.request.hasBody) this.#visitor.resume()
        break
      case 'raw':
        this.#phase = 'over'
        this.#relay?.onReset()
        break
      case 'waiting':
      case 'over':
        break
    }
  }

  // From the visitor

  onBody(chunk: Buffer): void {
    if (this.#stream === undefined) return
    this.#tunnel.usage.dataIn += chunk.length
    if (!this.#stream.write(chunk)) this.#visitor.pause()
  }

  onBodyEnd(trailers: readonly string[]): void {
    this.#stream?.end(trailers.length === 0 ? undefined : keepTrailers(pairFields(trailers)))
  }

  onDrain(): void {
    if (this.#unsentBytes === 0) return
    this.#stream?.consumed(this.#unsentBytes)
    this.#unsentBytes = 0
  }

  onGone(): void {
    if (this.#phase === 'waiting') this.#tunnel.leave(this)
    this.#phase = 'over'
    this.#finish(false)
    this.#stream?.reset('CANCELLED', 'The visitor closed the connection.')
    this.#stream = undefined
  }

  #seekSession(): void {
    this.#phase = 'waiting'
    if (!this.#tunnel.serve(this)) this.#fail('CULVERT_TUNNEL_BUSY', 'too many requests wait for the agent')
  }

  #beginAnswer(head: ResponseHead): void {
    const { request } = this.#visitor
    const answer = readFinalHead(head, request)
    if (answer === undefined) {
      this.#fail('CULVERT_APP_BAD_RESPONSE', 'the agent sent a malformed head')
      return
    }
    this.#phase = 'answering'
    this.#status = head.status
    this.#tunnel.app.noteAnswer()
    if (head.status >= 500) this.#tunnel.usage.failedRequests += 1
    this.#dropsBody = answer.hasNoBody
    this.#missingBytes = answer.bodyBytes
    this.#visitor.sendHead(answer)
    // A refused upgrade is an ordinary answer: no raw bytes will follow the request.
    if (request.kind === 'upgrade') this.#stream?.end()
  }

  #switchProtocols(head: ResponseHead): void {
    if (this.#stream === undefined) return
    this.#phase = 'raw'
    this.#status = head.status
    this.#tunnel.app.noteAnswer()
    const socket = this.#visitor.switchProtocols(readInterimHead(head))
    this.#relay = new RawRelay(this.#stream, socket, this.#tunnel.usage, () => this.#finish(true))
  }

  /** Answers with an error page; nothing was sent to the visitor before. */
  #fail(code: ErrorCode, detail: string): void {
    this.#phase = 'over'
    // Of what is counted as a request, only the visitor's own refusal is no failure.
    if (this.#attempts > 0 && code !== 'CULVERT_FORBIDDEN') this.#tunnel.usage.failedRequests += 1
    this.#trace?.onFail(code)
    this.#finish(false)
    this.#stream?.reset('CANCELLED', detail)
    this.#stream = undefined
    const { request } = this.#visitor
    if (errorTexts[code].stop?.hop === 'app') {
      this.#tunnel.app.noteFailure({ requestId: requestIdOf(request), code, detail, at: new Date() })
    }
    this.#options.errorPages.send(this.#visitor, code, { detail, agentId: this.#tunnel.agentId })
    // An upload goes on until its end, into nothing: cutting it off could cost the visitor the page.
    if (request.hasBody) this.#visitor.resume()
  }

  /** Ends an answer that cannot be completed. */
  #abort(code: ResetCode, message: string): void {
    this.#phase = 'over'
    this.#finish(false)
    this.#stream?.reset(code, message)
    this.#stream = undefined
    this.#visitor.destroy()
  }

  /** Nothing is carried any more; comes more than once. */
  #finish(isComplete: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#tunnel.account.leave(this)
    this.#trace?.onEnd(this.#status, isComplete)
    if (this.#status === 0) return
    this.#options.observer.onAnswered({
      request: this.#visitor.request,
      tunnel: this.#tunnel,
      status: this.#status,
      durationMs: performance.now() - this.#startedMs,
      isComplete,
    })
  }

  /** Once more, where the app cannot have acted on it: RFC 9110, section 9.2.2, and nothing of a body is gone. */
  #mayRetry(): boolean {
    const { hasBody, kind, method } = this.#visitor.request
    if (this.#tunnel.isEnded) return false
    return this.#attempts === 1 && !this.#isSeen && !hasBody && kind === 'http' && safeMethods.has(method)
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
