import type { HeaderField, ResetCode, ResponseHead, StreamHandler, WireStream } from '@culvert/wire'
import type { RequestFollower } from '../requests/recorder.ts'
import type { AnswerHead, Cause, Visitor, VisitorHandler } from '../visitor.ts'
import type { FaultReport } from '../reporting.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { ErrorCode } from '../pages/errors.ts'
import { RawRelay } from '../exchange/raw-relay.ts'
import { pairFields } from '../visitor.ts'
import type { ParkingLot, Waiting } from '../tunnels/parking.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import { packCause, packRequest } from './request-envelope.ts'

export interface ForwardingOptions {
  parkingLot: ParkingLot
  errorPages: ErrorPages
  reportFault: FaultReport
  /** Undefined when requests are not recorded. */
  recorder: RequestFollower | undefined
}

/** Carries a visitor's request to the process that owns its hostname, and the answer back. It makes no decisions. */
export class Forwarding implements StreamHandler, VisitorHandler, Waiting {
  readonly #visitor: Visitor
  readonly #options: ForwardingOptions
  readonly #startedMs = performance.now()
  #stream: WireStream | undefined
  #relay: RawRelay | undefined
  #phase: 'asking' | 'answering' | 'answered' | 'over' = 'asking'

  constructor(visitor: Visitor, options: ForwardingOptions) {
    this.#visitor = visitor
    this.#options = options
    visitor.attach(this)
  }

  proceed(session: AgentSession): void {
    const { hasBody, kind } = this.#visitor.request
    this.#visitor.notes?.dismiss()
    this.#stream = session.open(packRequest(this.#visitor.request), this, !hasBody && kind === 'http')
    if (hasBody) this.#visitor.resume()
  }

  /** The owner of the hostname knows its agents. */
  moveOn(): boolean {
    return false
  }

  giveUp(): void {
    this.#fail('CULVERT_EDGE_STOPPING', 'the process that owns the hostname is not there')
  }

  get bearerName(): string {
    return this.#visitor.request.origin.address
  }

  /** Ends the exchange on both sides, however far it was. */
  onFault(error: unknown, place: string): void {
    this.#options.reportFault(error, place, [this.#visitor.request])
    this.#phase = 'over'
    this.#options.parkingLot.remove(this)
    this.#stream?.reset('INTERNAL', 'The edge failed while it handled this request.')
    this.#stream = undefined
    if (this.#relay === undefined) this.#visitor.destroy()
    else this.#relay.onReset()
  }

  // From the owner

  onHead({ status, reason, fields }: ResponseHead): void {
    if (this.#phase !== 'asking' || this.#stream === undefined) return
    const head: AnswerHead = { status, reason, fields: fields.flat() }
    if (status === 101) {
      this.#relay = new RawRelay({
        stream: this.#stream,
        socket: this.#visitor.switchProtocols(head),
        usage: { dataIn: 0, dataOut: 0 },
        notes: undefined,
        bearer: this,
        onClosed: () => {},
      })
    } else if (status < 200) {
      this.#visitor.sendInterim(head)
    } else {
      this.#phase = 'answering'
      this.#visitor.sendHead(head)
      if (this.#visitor.request.kind === 'upgrade') this.#stream.end()
    }
  }

  onData(chunk: Buffer): void {
    if (this.#relay !== undefined) this.#relay.onData(chunk)
    else if (this.#visitor.write(chunk)) this.#stream?.consumed(chunk.length)
  }

  onEnd(trailers: readonly HeaderField[]): void {
    if (this.#relay !== undefined) {
      this.#relay.onEnd()
      return
    }
    this.#phase = 'answered'
    this.#visitor.end(trailers)
  }

  onWritable(): void {
    if (this.#relay !== undefined) this.#relay.onWritable()
    else this.#visitor.resume()
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#stream = undefined
    if (this.#relay !== undefined) this.#relay.onReset()
    else if (this.#phase === 'asking') this.#fail('CULVERT_INTERNAL', message, code === 'SESSION_LOST')
    else if (this.#phase === 'answering') this.#visitor.destroy()
    // The rest of an upload that outlasts its answer is read and dropped.
    else if (this.#phase === 'answered') this.#visitor.resume()
  }

  // From the visitor

  onBody(chunk: Buffer): void {
    if (this.#stream?.write(chunk) === false) this.#visitor.pause()
  }

  onBodyEnd(trailers: readonly string[]): void {
    this.#stream?.end(pairFields(trailers))
  }

  onDrain(): void {
    this.#stream?.drained()
  }

  onGone(cause?: Cause): void {
    this.#phase = 'over'
    this.#options.parkingLot.remove(this)
    this.#stream?.reset('CANCELLED', packCause(cause))
    this.#stream = undefined
  }

  /** Answers with an error page. What the owner of the hostname had recorded is lost with that process. */
  #fail(code: ErrorCode, detail: string, isOwnerLost = false): void {
    this.#phase = 'over'
    const { errorPages, recorder } = this.#options
    const followed = isOwnerLost ? recorder?.follow(this.#visitor, this.#startedMs) : undefined
    errorPages.send(followed ?? this.#visitor, code, { detail })
    // The rest of an upload is read and dropped: cutting it off could cost the visitor the page.
    if (this.#visitor.request.hasBody) this.#visitor.resume()
  }
}
