import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { guard, runGuarded } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { HeaderField } from '@culvert/wire'
import type { FaultReport } from '../src/reporting.ts'
import { encodeAnswerHead } from '../src/http1/answer-head.ts'
import { flushAtEndOfTurn, joinedBytesMax } from '../src/http/end-of-turn.ts'
import { resetConnection } from '../src/http/connection.ts'
import type { AnswerHead, Visitor, VisitorHandler, VisitorRequest } from '../src/visitor.ts'

/** node's response with a reference to its visitor, so that one listener function serves every request. */
export class VisitorResponse extends ServerResponse {
  visitor: NodeVisitor | undefined
}

/** A visitor behind node:http. */
export class NodeVisitor implements Visitor, FaultBearer {
  readonly request: VisitorRequest
  protected readonly incoming: IncomingMessage
  protected readonly response: VisitorResponse
  readonly #reportFault: FaultReport
  #handler: VisitorHandler | undefined
  #isReading = false
  /** Body bytes that arrived in the same turn as the head. */
  #firstChunk: Buffer | undefined
  #isFlushed = false
  #hasDrainListener = false

  constructor(request: VisitorRequest, incoming: IncomingMessage, response: VisitorResponse, reportFault: FaultReport) {
    this.#reportFault = reportFault
    this.request = request
    this.incoming = incoming
    this.response = response
    response.visitor = this
    response.on('close', onResponseClose)
  }

  get bearerName(): string {
    return this.request.origin.address
  }

  onFault(error: unknown, place: string): void {
    this.#reportFault(error, place, [this.request])
    this.destroy()
    if (place !== 'node.gone') runGuarded('node.gone', this, () => this.emitGone())
  }

  attach(handler: VisitorHandler): void {
    this.#handler = handler
  }

  resume(): void {
    const { incoming } = this
    if (this.#isReading) {
      incoming.resume()
      return
    }
    this.#isReading = true
    const onData = (chunk: Buffer) => this.#handler?.onBody(chunk)
    incoming.on('data', guard('node.data', this, onData))
    const onEnd = () => this.#handler?.onBodyEnd(incoming.rawTrailers)
    incoming.on('end', guard('node.end', this, onEnd))
    // A truncated body ends the response as well; `onClose` reports it.
    incoming.on('error', () => {})
  }

  pause(): void {
    this.incoming.pause()
  }

  sendInterim({ status, fields }: AnswerHead): void {
    if (this.request.httpVersion === '1.0') return
    // Only after this call does node keep a connection whose visitor expected a 100.
    if (status === 100) this.response.writeContinue()
    else this.response.writeInformation(status, fields)
  }

  sendHead({ status, reason, fields }: AnswerHead): void {
    this.response.writeHead(status, reason, [...fields])
    flushAtEndOfTurn(this)
  }

  write(chunk: Buffer): boolean {
    if (!this.#isFlushed && this.#firstChunk === undefined && chunk.length <= joinedBytesMax) {
      this.#firstChunk = chunk
      return true
    }
    this.flush()
    if (this.response.write(chunk)) return true
    if (!this.#hasDrainListener) {
      this.#hasDrainListener = true
      this.response.on('drain', onResponseDrain)
    }
    return false
  }

  end(trailers: readonly HeaderField[] = []): void {
    if (trailers.length > 0) this.response.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]))
    this.#isFlushed = true
    if (this.#firstChunk === undefined) this.response.end()
    // As text, so that node joins it to the head: one string is one plain write, and costs half of a gathered one.
    else this.response.end(this.#firstChunk.toString('latin1'), 'latin1')
  }

  destroy(): void {
    // A reset, not a FIN: an answer without a length ends properly with its connection.
    resetConnection(this.incoming.socket)
  }

  switchProtocols(_head: AnswerHead): Duplex {
    throw new Error('Only an upgrade can switch protocols')
  }

  /** Sends what was held back in this turn: a head alone, such as that of an event stream, or one with the start of a body. */
  flush(): void {
    if (this.#isFlushed) return
    this.#isFlushed = true
    const chunk = this.#firstChunk
    this.#firstChunk = undefined
    if (this.response.destroyed) return
    if (chunk === undefined) this.response.flushHeaders()
    else this.response.write(chunk)
  }

  emitDrain(): void {
    this.#handler?.onDrain()
  }

  emitGone(): void {
    this.#handler?.onGone()
  }

  emitClose(): void {
    if (!this.response.writableFinished) this.emitGone()
    // An upload may outlast its answer. node then forgets it, so only its socket shows that it was truncated.
    else if (this.request.hasBody && !this.incoming.complete) {
      const onClose = () => {
        if (!this.incoming.complete) this.emitGone()
      }
      this.incoming.socket.once('close', guard('node.upload-close', this, onClose))
    }
  }
}

/** A visitor that asks to leave HTTP. node has released the connection; a refusal is written through a separate response. */
export class NodeUpgradeVisitor extends NodeVisitor {
  readonly #early: Buffer
  readonly #onEnd = guard('node.handshake-end', this, () => this.destroy())

  /** `early` holds the bytes that followed the head. */
  constructor(
    request: VisitorRequest,
    incoming: IncomingMessage,
    response: VisitorResponse,
    reportFault: FaultReport,
    early: Buffer,
  ) {
    super(request, incoming, response, reportFault)
    this.#early = early
    const { socket } = incoming
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    const onFinish = () => socket.destroySoon()
    response.on('finish', guard('node.finish', this, onFinish))
    socket.on('error', () => {})
    // The visitor closes its side before the answer is sent: there is no half-closed handshake.
    socket.on('end', this.#onEnd)
  }

  override resume(): void {}

  override pause(): void {}

  override switchProtocols(head: AnswerHead): Duplex {
    const { socket } = this.incoming
    this.response.visitor = undefined
    this.response.detachSocket(socket)
    socket.off('end', this.#onEnd)
    if (this.#early.length > 0) socket.unshift(this.#early)
    socket.write(encodeAnswerHead(head, 'Connection: Upgrade\r\n'), 'latin1')
    return socket
  }
}

function onResponseClose(this: VisitorResponse): void {
  const { visitor } = this
  if (visitor !== undefined) runGuarded('node.close', visitor, () => visitor.emitClose())
}

function onResponseDrain(this: VisitorResponse): void {
  const { visitor } = this
  if (visitor !== undefined) runGuarded('node.drain', visitor, () => visitor.emitDrain())
}
