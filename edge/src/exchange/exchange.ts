import type { HeaderField, RequestHead, ResetCode, ResponseHead, StreamHandler, WireStream } from '@culvert/wire'
import type { RunningRequest } from '../accounts/account.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { type FaultReport, requestIdOf } from '../reporting.ts'
import { resetErrors } from '../pages/errors.ts'
import type { ErrorCode } from '../error-code.ts'
import type { Waiting } from '../tunnels/parking.ts'
import { type ReachableTunnel, isLoss } from '../tunnels/reachable.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import { Attempts, type FindOther } from './attempts.ts'
import type { CookieGuard } from './cookie-guard.ts'
import type { ExchangeObserver, ExchangeTrace, ExchangeTracer } from './observer.ts'
import { InterimHeads } from './interim-heads.ts'
import { RawRelay } from './raw-relay.ts'
import { readFinalHead, readInterimHead } from './response-head.ts'
import { keepTrailers } from './trailers.ts'
import { type AnswerHead, type Cause, type Visitor, type VisitorHandler, goneReason, pairFields } from '../visitor.ts'
import { isWebSocket } from '../web-socket.ts'

const faultReason = 'The edge failed while it handled this request.'

export interface ExchangeOptions {
  errorPages: ErrorPages
  reportFault: FaultReport
  observer: ExchangeObserver
  cookieGuard: CookieGuard
  findOther: FindOther
  /** The open upgraded connections. */
  relays: Set<RawRelay>
  /** Undefined if tracing is off. */
  tracer: ExchangeTracer | undefined
}

/** Carries one visitor's request through a tunnel, and its answer back. */
export function carry(visitor: Visitor, tunnel: ReachableTunnel, options: ExchangeOptions): void {
  new Exchange(visitor, tunnel, options).start()
}

/**
 * One exchange between its two sides. Each reports events at any time, even after the exchange has ended; `#phase`
 * says what still matters.
 */
class Exchange implements StreamHandler, VisitorHandler, Waiting, RunningRequest {
  readonly address: string
  previous: RunningRequest | undefined
  next: RunningRequest | undefined
  share: RunningRequest['share']
  readonly #startedMs = performance.now()
  readonly #visitor: Visitor
  #tunnel: ReachableTunnel
  readonly #options: ExchangeOptions
  readonly #head: RequestHead
  readonly #trace: ExchangeTrace | undefined
  #phase: 'waiting' | 'asking' | 'answering' | 'answered' | 'raw' | 'over' = 'waiting'
  #session: AgentSession | undefined
  #stream: WireStream | undefined
  #relay: RawRelay | undefined
  readonly #attempts: Attempts
  #interimHeads: InterimHeads | undefined
  #dropsBody = false
  /** Body bytes that are still due; undefined if the end of the stream ends the body. */
  #missingBytes: number | undefined
  /** The status of the app's final head, or 101. */
  #status = 0
  /** Why an answer was broken off, if the agent or the edge gave a reason. */
  #breakReason: string | undefined
  /** Whether the answer is over, for better or worse. */
  #isOver = false
  /** Whether the visitor may still send a part of the body. */
  #isUploading: boolean
  #hasLeft = false

  constructor(visitor: Visitor, tunnel: ReachableTunnel, options: ExchangeOptions) {
    const { kind, method, target, fields, areFieldsShared, origin } = visitor.request
    this.address = origin.address
    this.#isUploading = visitor.request.hasBody
    this.#visitor = visitor
    this.#tunnel = tunnel
    this.#options = options
    const requestId = requestIdOf(visitor.request)
    this.#head = { kind, method, target, fields, visitorAddress: origin.address, requestId, isShared: areFieldsShared }
    this.#attempts = new Attempts(visitor.request)
    this.#trace = options.tracer?.follow(visitor.request, tunnel)
  }

  start(): void {
    this.#visitor.attach(this)
    this.#tunnel.enter(this)
    this.#awaitSession()
  }

  proceed(session: AgentSession): void {
    const { hasBody, kind } = this.#visitor.request
    this.#phase = 'asking'
    this.#session = session
    this.#visitor.notes?.noteAsked()
    this.#attempts.noteSent()
    if (this.#attempts.count === 1) this.#tunnel.usage.requests += 1
    const head =
      this.#trace === undefined ? this.#head : { ...this.#head, fields: this.#trace.onAsk(), isShared: false }
    this.#stream = session.open(head, this, !hasBody && kind === 'http')
    this.#attempts.body?.sendTo(this.#stream)
    if (hasBody) this.#visitor.resume()
  }

  giveUp(): void {
    this.#fail('CULVERT_TUNNEL_OFFLINE', 'the agent did not come back in time')
  }

  refuse(): void {
    const reason = 'The visitor is refused from now on.'
    if (this.#phase === 'raw') {
      this.#visitor.notes?.noteReason(reason)
      this.#relay?.cut(reason)
    } else if (this.#phase === 'answering') this.#abort('CANCELLED', reason)
    else if (this.#phase === 'answered') this.#endUpload(reason)
    else if (this.#phase === 'waiting' || this.#phase === 'asking') {
      this.#tunnel.leave(this)
      this.#fail('CULVERT_FORBIDDEN', reason)
    }
  }

  moveOn(): boolean {
    if (this.#phase !== 'waiting' || !this.#switchAgent()) return false
    this.#awaitSession()
    return true
  }

  moveFrom(session: object): void {
    const stream = this.#stream
    if (this.#phase !== 'asking' || this.#session !== session || stream === undefined) return
    if (!this.#attempts.mayRepeat('SESSION_LOST') || !this.#switchAgent()) return
    this.#stream = undefined
    stream.reset('CANCELLED', 'another agent of the pool is asked')
    this.#awaitSession()
  }

  stopWaitingFor(session: object): void {
    if (this.#phase === 'asking' && this.#session === session) this.giveUp()
  }

  get bearerName(): string {
    return this.address
  }

  /** Ends the exchange on both sides, at any stage. */
  onFault(error: unknown, place: string): void {
    const { reportFault } = this.#options
    reportFault(error, place, [this.#visitor.request])
    const relay = this.#relay
    const steps = [
      () => this.#tunnel.leave(this),
      () => this.#finish(false),
      () => this.#leave(),
      () => this.#stream?.reset('INTERNAL', faultReason),
      () => (relay === undefined ? this.#visitor.destroy() : relay.onReset()),
      () => this.#endRaw(faultReason),
    ]
    this.#phase = 'over'
    for (const step of steps) {
      try {
        step()
      } catch (again) {
        reportFault(again, place, [this.#visitor.request])
      }
    }
    this.#stream = undefined
  }

  // From the agent

  onHead(head: ResponseHead): void {
    if (this.#phase !== 'asking') return
    this.#attempts.noteSeen()
    this.#trace?.onHead()
    if (head.status === 101) this.#switchProtocols(head)
    else if (head.status < 200) this.#sendInterim(head)
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
    // A session may learn of its end later than its streams do. No new stream may be opened on it meanwhile.
    if (isLoss(code) && this.#session !== undefined) this.#tunnel.lose(this.#session, code)
    switch (this.#phase) {
      case 'asking':
        if (this.#retry(code, message)) this.#awaitSession()
        else this.#fail(resetErrors[code], message)
        break
      case 'answering':
        this.#phase = 'over'
        this.#noteBreak(code, message)
        this.#finish(false)
        this.#visitor.destroy()
        break
      case 'answered':
        // The app accepts no more of an upload that outlasts its answer. The rest is read and dropped.
        this.#leave()
        if (this.#visitor.request.hasBody) this.#visitor.resume()
        break
      case 'raw':
        this.#phase = 'over'
        this.#visitor.notes?.noteReason(message)
        this.#relay?.onReset(isLoss(code))
        break
      case 'waiting':
      case 'over':
        break
    }
  }

  // From the visitor

  onBody(chunk: Buffer): void {
    this.#attempts.body?.add(chunk)
    if (this.#stream === undefined) return
    this.#tunnel.usage.dataIn += chunk.length
    if (!this.#stream.write(chunk)) this.#visitor.pause()
  }

  onBodyEnd(trailers: readonly string[]): void {
    const kept = trailers.length === 0 ? [] : keepTrailers(pairFields(trailers))
    this.#attempts.body?.end(kept)
    this.#stream?.end(kept)
    this.#isUploading = false
    if (this.#isOver) this.#leave()
  }

  onDrain(): void {
    this.#stream?.drained()
  }

  onGone(cause?: Cause): void {
    if (this.#phase === 'waiting') this.#tunnel.leave(this)
    this.#phase = 'over'
    this.#finish(false)
    this.#leave()
    this.#stream?.reset('CANCELLED', cause?.detail ?? goneReason)
    this.#stream = undefined
  }

  #awaitSession(): void {
    this.#phase = 'waiting'
    // Anything that arrives before there is a stream would be lost.
    if (this.#attempts.count > 0 && this.#visitor.request.hasBody) this.#visitor.pause()
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
    if (answer.setsCookieDomain) this.#options.cookieGuard.restrict(answer, request, this.#tunnel)
    this.#visitor.notes?.noteApp()
    this.#visitor.sendHead(answer)
    // A refused upgrade is an ordinary answer: no raw bytes will follow the request.
    if (request.kind === 'upgrade') this.#stream?.end()
  }

  #sendInterim(head: ResponseHead): void {
    this.#interimHeads ??= new InterimHeads()
    const sent = this.#interimHeads.take(this.#readInterim(head))
    if (sent !== undefined) this.#visitor.sendInterim(sent)
  }

  #readInterim(head: ResponseHead): AnswerHead {
    const answer = readInterimHead(head)
    this.#options.cookieGuard.restrict(answer, this.#visitor.request, this.#tunnel)
    return answer
  }

  #switchProtocols(head: ResponseHead): void {
    if (this.#stream === undefined) return
    this.#phase = 'raw'
    this.#status = head.status
    this.#tunnel.app.noteAnswer()
    const { notes } = this.#visitor
    notes?.noteApp()
    const answer = this.#readInterim(head)
    const socket = this.#visitor.switchProtocols(answer)
    this.#relay = new RawRelay({
      stream: this.#stream,
      socket,
      isWebSocket: isWebSocket(answer),
      usage: this.#tunnel.usage,
      notes,
      bearer: this,
      onClosed: () => this.#endRaw(),
    })
    this.#options.relays.add(this.#relay)
  }

  /** Called when the upgraded connection is over; `reason` is set if a fault ended it. */
  #endRaw(reason?: string): void {
    this.#finish(reason === undefined)
    if (this.#relay === undefined) return
    this.#options.relays.delete(this.#relay)
    const { notes } = this.#visitor
    if (reason !== undefined) notes?.noteReason(reason)
    notes?.noteRawEnd()
  }

  /** Answers with an error page; nothing has been sent to the visitor yet. */
  #fail(code: ErrorCode, detail: string): void {
    this.#phase = 'over'
    // Of the counted requests, all but a forbidden one are failures.
    if (this.#attempts.count > 0 && code !== 'CULVERT_FORBIDDEN') this.#tunnel.usage.failedRequests += 1
    this.#trace?.onFail(code)
    this.#finish(false)
    this.#stream?.reset('CANCELLED', detail)
    this.#stream = undefined
    const { request } = this.#visitor
    this.#noteFailure(code, detail)
    this.#options.errorPages.send(this.#visitor, code, { detail, agentId: this.#tunnel.agentId })
    // The rest of an upload is read and dropped: cutting it off could cost the visitor the page.
    if (request.hasBody) this.#visitor.resume()
  }

  /** Ends an answer that cannot be completed. */
  #abort(code: ResetCode, message: string): void {
    this.#phase = 'over'
    this.#noteBreak(code, message)
    this.#finish(false)
    this.#stream?.reset(code, message)
    this.#stream = undefined
    this.#visitor.destroy()
  }

  /** Ends an upload that outlasts its answer. */
  #endUpload(reason: string): void {
    this.#phase = 'over'
    this.#leave()
    this.#stream?.reset('CANCELLED', reason)
    this.#stream = undefined
    this.#visitor.destroy()
  }

  /** Notes why an answer was cut off, for the owner and the log: it is too late for an error page. */
  #noteBreak(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#visitor.notes?.noteReason(message)
    if (code === 'CANCELLED') return
    this.#breakReason = message
    this.#noteFailure(resetErrors[code], message)
  }

  /** Notifies the tunnel's owner of a fault of the app. */
  #noteFailure(code: ErrorCode, detail: string): void {
    this.#tunnel.app.noteFailure(requestIdOf(this.#visitor.request), code, detail)
  }

  /** Called when the request is no longer open: its answer is over, and so is its body, or nobody takes the rest. */
  #leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#tunnel.exit(this)
  }

  /** Ends the accounting of the answer. Only the first call counts. */
  #finish(isComplete: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#attempts.body?.drop()
    if (!isComplete || !this.#isUploading) this.#leave()
    this.#trace?.onEnd(this.#status, isComplete)
    if (this.#status === 0) return
    this.#options.observer.onAnswered({
      request: this.#visitor.request,
      tunnel: this.#tunnel,
      status: this.#status,
      durationMs: performance.now() - this.#startedMs,
      isComplete,
      reason: this.#breakReason,
    })
  }

  /** Sends a request that may be repeated to another agent of the pool, or else once more to the same agent if only its session was lost. */
  #retry(code: ResetCode | 'SESSION_LOST', message: string): boolean {
    if (!this.#attempts.mayRepeat(code) || !this.#attempts.mayOtherAgentSucceed(code)) return false
    if (isLoss(code)) return this.#switchAgent() || this.#attempts.mayRetrySameAgent(this.#tunnel)
    this.#noteFailure(resetErrors[code], message)
    return this.#switchAgent()
  }

  /** Makes another agent of the pool serve the request. Returns false if there is none. */
  #switchAgent(): boolean {
    const former = this.#tunnel
    const other = this.#attempts.findOther(former, this.#options.findOther)
    if (other === undefined) return false
    former.exit(this)
    other.enter(this)
    this.#tunnel = other
    this.#visitor.notes?.noteTunnel(other)
    return true
  }
}
