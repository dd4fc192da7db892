import type { Duplex } from 'node:stream'
import { runGuarded } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { HeaderField, RequestHead, ResetCode, StreamHandler, WireStream } from '@culvert/wire'
import type { AnswerHead, Visitor, VisitorHandler, VisitorRequest } from '../visitor.ts'
import type { FaultReport } from '../reporting.ts'
import { pairFields } from '../visitor.ts'
import { unpackCause, unpackRequest } from './request-envelope.ts'
import { StreamDuplex } from './stream-duplex.ts'

/** A visitor whose connection another process of this edge holds: the other end of a `Forwarding`. */
export class ForwardedVisitor implements Visitor, StreamHandler, FaultBearer {
  readonly request: VisitorRequest
  readonly #stream: WireStream
  readonly #reportFault: FaultReport
  #handler: VisitorHandler | undefined
  #isBodyWanted = false
  #isPaused = true
  /** Body bytes that came before the handler wanted them, at most the stream's window. */
  #held: Buffer[] = []
  /** The trailers; undefined until the body is complete, and again once the handler has been told. */
  #trailers: readonly HeaderField[] | undefined
  #isAnswered = false
  #connection: StreamDuplex | undefined

  constructor(stream: WireStream, head: RequestHead, reportFault: FaultReport) {
    this.#stream = stream
    this.#reportFault = reportFault
    this.request = unpackRequest(head)
  }

  get bearerName(): string {
    return this.request.origin.address
  }

  /** Ends the exchange on both sides, however far it was. */
  onFault(error: unknown, place: string): void {
    this.#reportFault(error, place, [this.request])
    this.#stream.reset('INTERNAL', 'The edge failed while it handled this request.')
    if (place !== 'forwarded.gone') runGuarded('forwarded.gone', this, () => this.onReset('INTERNAL', ''))
  }

  attach(handler: VisitorHandler): void {
    this.#handler = handler
  }

  resume(): void {
    this.#isBodyWanted = true
    this.#isPaused = false
    this.#tellBody()
  }

  pause(): void {
    this.#isPaused = true
  }

  sendInterim(head: AnswerHead): void {
    if (!this.#isAnswered) this.#stream.sendHead(toWire(head))
  }

  sendHead(head: AnswerHead): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    this.#stream.sendHead(toWire(head))
  }

  write(chunk: Buffer): boolean {
    return this.#stream.write(chunk)
  }

  end(trailers?: readonly HeaderField[]): void {
    this.#stream.end(trailers)
    // A body that was never asked for is read to its end, so that the visitor's connection can be kept.
    if (!this.#isBodyWanted) this.resume()
  }

  destroy(): void {
    this.#stream.reset('CANCELLED', 'The answer cannot be completed.')
  }

  switchProtocols(head: AnswerHead): Duplex {
    const connection = new StreamDuplex(this.#stream)
    this.#connection = connection
    this.sendHead(head)
    for (const chunk of this.#held.splice(0)) connection.onData(chunk)
    if (this.#trailers !== undefined) connection.onEnd()
    return connection
  }

  onData(chunk: Buffer): void {
    if (this.#connection !== undefined) {
      this.#connection.onData(chunk)
      return
    }
    this.#held.push(chunk)
    this.#tellBody()
  }

  onEnd(trailers: readonly HeaderField[]): void {
    this.#trailers = trailers
    if (this.#connection !== undefined) this.#connection.onEnd()
    else this.#tellBody()
  }

  onWritable(): void {
    if (this.#connection !== undefined) this.#connection.onWritable()
    else this.#handler?.onDrain()
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    if (this.#connection !== undefined) {
      this.#connection.destroy()
      return
    }
    this.#handler?.onGone(code === 'CANCELLED' ? unpackCause(message) : undefined)
  }

  #tellBody(): void {
    while (!this.#isPaused) {
      const chunk = this.#held.shift()
      if (chunk === undefined) break
      this.#handler?.onBody(chunk)
      this.#stream.consumed(chunk.length)
    }
    if (this.#isPaused || this.#trailers === undefined || !this.request.hasBody) return
    const trailers = this.#trailers.flat()
    this.#trailers = undefined
    this.#handler?.onBodyEnd(trailers)
  }
}

function toWire({ status, reason, fields }: AnswerHead) {
  return { status, reason, fields: pairFields(fields) }
}
