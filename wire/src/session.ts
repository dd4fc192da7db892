import type { Duplex } from 'node:stream'
import { protocolError, WireError } from './errors.ts'
import { Connection } from './connection.ts'
import type { ConnectionHost } from './connection.ts'
import { CreditBudget } from './flow-control.ts'
import { FrameParser } from './frames.ts'
import type { FrameSink } from './frames.ts'
import { Handshake } from './handshake.ts'
import { Heartbeat } from './heartbeat.ts'
import type { HeartbeatHost } from './heartbeat.ts'
import * as messages from './messages.ts'
import { withDefaults } from './options.ts'
import { frameType } from './protocol.ts'
import type { FrameType } from './protocol.ts'
import type { SendQueue } from './send-queue.ts'
import { StreamTable } from './stream-table.ts'
import { Stream } from './stream.ts'
import type { StreamHost } from './stream.ts'
import type {
  CreateSession,
  GoAway,
  Hello,
  RequestHead,
  SessionHandler,
  SessionOptions,
  StreamHandler,
  Welcome,
  WireSession,
  WireStream,
} from './types.ts'

/** Speaks the protocol over a transport whose next byte is the first of a frame; `unshift` what was read too far. */
export const createSession: CreateSession = (transport, options, handler) => new Session(transport, options, handler)

/** What streams may take when the session ends because its stream ids are used up. */
const renewalGraceMs = 30_000

class Session implements WireSession, ConnectionHost, FrameSink, HeartbeatHost, StreamHost {
  readonly options: Required<SessionOptions>
  readonly budget: CreditBudget
  readonly #connection: Connection
  readonly #handler: SessionHandler
  readonly #handshake: Handshake
  readonly #heartbeat: Heartbeat
  readonly #parser: FrameParser
  readonly #streams = new StreamTable()
  /** Everybody has been told; only the transport has still to go. */
  #isClosed = false
  #isLeaving = false
  #isPeerLeaving = false
  /** The last stream of the other side that this side took. */
  #lastTakenId = 0
  #error: Error | undefined
  /** Guards first the handshake, later the grace that open streams have. */
  #timer: NodeJS.Timeout | undefined

  constructor(transport: Duplex, options: SessionOptions, handler: SessionHandler) {
    this.options = withDefaults(options)
    const { role, windowBytes, creditBytesMax, handshakeTimeoutMs, pingAfterMs } = this.options
    this.budget = new CreditBudget(creditBytesMax)
    this.#handler = handler
    this.#handshake = new Handshake(role, windowBytes)
    this.#parser = new FrameParser(role === 'edge' ? 'agent' : 'edge', this)
    this.#heartbeat = new Heartbeat(this, pingAfterMs)
    this.#setTimer(handshakeTimeoutMs, () => {
      this.#fail(new WireError('TIMEOUT', `HELLO and WELCOME took more than ${handshakeTimeoutMs} ms`))
    })
    this.#connection = new Connection(transport, this)
  }

  get sendQueue(): SendQueue {
    return this.#connection.sendQueue
  }

  get roundTripMs(): number | undefined {
    return this.#heartbeat.roundTripMs
  }

  get peerWindowBytes(): number {
    return this.#handshake.peerWindowBytes
  }

  get openStreams(): number {
    return this.#streams.size
  }

  get isOpen(): boolean {
    return this.#handshake.isDone && !this.#isClosed && !this.#isLeaving && !this.#isPeerLeaving
  }

  hello(hello: Hello): void {
    if (this.#isClosed) return
    this.sendQueue.pushUrgent(frameType.hello, 0, this.#handshake.sendHello(hello))
  }

  welcome(welcome: Welcome): void {
    if (this.#isClosed) return
    this.sendQueue.pushUrgent(frameType.welcome, 0, this.#handshake.sendWelcome(welcome))
    this.#begin()
  }

  open(head: RequestHead, handler: StreamHandler, end = false): WireStream {
    if (this.options.role !== 'edge') throw new Error('Only an edge opens streams')
    if (!this.#isClosed && !this.#handshake.isDone) throw new Error('Streams are opened after WELCOME')
    const stream = new Stream(this.#streams.takeNextId(), head.kind, this)
    stream.attach(handler)
    if (!this.isOpen) {
      stream.abandon('SESSION_LOST', 'the session is closing and opens no more streams')
      return stream
    }
    this.#streams.add(stream)
    stream.sendOpen(head, end)
    if (!this.#streams.hasNextId()) {
      this.goAway({ code: 'SHUTDOWN', message: 'The stream ids are used up; dial again', graceMs: renewalGraceMs })
    }
    return stream
  }

  goAway(goAway: GoAway): void {
    if (this.#isClosed) return
    this.#isLeaving = true
    this.#sendGoAway(goAway)
    if (goAway.graceMs === 0) this.#close('the session was closed')
    else this.#setTimer(goAway.graceMs, () => this.#close('the time that was left to open streams is over'))
    this.#closeWhenIdle()
  }

  ping(): Promise<number> {
    if (this.#isClosed || !this.#handshake.isDone) return Promise.reject(new Error('The session is not open'))
    return this.#heartbeat.ping()
  }

  destroy(error?: Error): void {
    this.#error ??= error
    this.#close('the session was closed')
    this.#connection.destroy()
  }

  getRoundTripMs(): number | undefined {
    return this.#heartbeat.getFreshRoundTripMs()
  }

  forget(stream: Stream): void {
    this.#streams.delete(stream)
    if (this.#isLeaving) this.#closeWhenIdle()
  }

  reportHandlerError(error: unknown): void {
    if (this.#handler.onHandlerError) this.#handler.onHandlerError(error)
    else process.emitWarning(error instanceof Error ? error : String(error))
  }

  receive(chunk: Buffer): void {
    if (this.#isClosed) return
    this.#heartbeat.heard()
    try {
      this.#parser.push(chunk)
    } catch (error) {
      this.#fail(error instanceof WireError ? error : protocolError(String(error)))
    }
  }

  connectionEnded(error: Error | undefined): void {
    if (this.#isClosed) return
    const isExpected = this.#isLeaving || this.#isPeerLeaving
    this.#error = error ?? (isExpected ? undefined : new Error('The other side closed the connection without GOAWAY'))
    this.#close('the connection was lost')
  }

  connectionClosed(): void {
    this.#tell(() => this.#handler.onClose(this.#error))
  }

  sendQueueOverfull(): void {
    this.#fail(new WireError('TIMEOUT', 'The other side does not read what it is sent'))
  }

  sendPing(payload: Buffer): void {
    this.sendQueue.pushUrgent(frameType.ping, 0, payload)
  }

  pingsUnanswered(message: string): void {
    this.#fail(new WireError('TIMEOUT', message))
  }

  receiveFrame(type: FrameType, streamId: number, end: boolean, payload: Buffer): void {
    if (this.#isClosed) return
    this.#handshake.checkOrder(type)
    switch (type) {
      case frameType.hello:
        return this.#receiveHello(payload)
      case frameType.welcome:
        return this.#receiveWelcome(payload)
      case frameType.open:
        return this.#receiveOpen(streamId, messages.decodeOpen(payload), end)
      case frameType.head:
        return this.#streams.find(streamId)?.receiveHead(messages.decodeHead(payload), end)
      case frameType.trailers:
        return this.#streams.find(streamId)?.receiveEnd(messages.decodeTrailers(payload))
      case frameType.window:
        return this.#streams.find(streamId)?.receiveWindow(messages.decodeWindow(payload))
      case frameType.reset: {
        const { code, message } = messages.decodeReset(payload)
        return this.#streams.find(streamId)?.receiveReset(code, message)
      }
      case frameType.ping:
        return this.sendQueue.pushUrgent(frameType.pong, 0, Buffer.from(payload))
      case frameType.pong:
        return this.#heartbeat.receivePong(payload)
      case frameType.goAway:
        return this.#receiveGoAway(payload)
      case frameType.data:
        throw new Error('DATA goes to receiveData')
      default: {
        const unhandled: never = type
        throw new Error(`A frame type is not handled: ${String(unhandled)}`)
      }
    }
  }

  receiveData(streamId: number, piece: Buffer, end: boolean): void {
    if (this.#isClosed) return
    this.#handshake.checkOrder(frameType.data)
    this.#streams.find(streamId)?.receiveData(piece, end)
  }

  #receiveHello(payload: Buffer): void {
    const hello = this.#handshake.receiveHello(payload)
    this.#tell(() => this.#handler.onHello?.(hello))
  }

  #receiveWelcome(payload: Buffer): void {
    const welcome = this.#handshake.receiveWelcome(payload)
    this.#begin()
    this.#tell(() => this.#handler.onWelcome?.(welcome))
  }

  #receiveOpen(id: number, head: RequestHead, end: boolean): void {
    this.#streams.takeReceivedId(id)
    // The GOAWAY named the last stream that this side takes; the edge gives this one to somebody else.
    if (this.#isLeaving) return
    this.#lastTakenId = id
    const stream = new Stream(id, head.kind, this)
    this.#streams.add(stream)
    this.#tell(() => {
      const handler = this.#handler.onOpen?.(stream, head)
      if (handler) stream.attach(handler)
    })
    if (!stream.isAttached) stream.reset('INTERNAL', 'the agent could not handle the request')
    if (end) stream.receiveEnd([])
  }

  #receiveGoAway(payload: Buffer): void {
    const { goAway, lastStreamId } = messages.decodeGoAway(payload)
    this.#isPeerLeaving = true
    if (this.options.role === 'edge')
      this.#loseStreams('the agent is leaving and did not take this stream', lastStreamId)
    this.#tell(() => this.#handler.onGoAway?.(goAway))
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#heartbeat.start()
  }

  #sendGoAway(goAway: GoAway): void {
    this.sendQueue.pushUrgent(frameType.goAway, 0, messages.encodeGoAway(goAway, this.#lastTakenId))
  }

  /** Ends the session because of what the other side did, and tells it. */
  #fail(error: WireError): void {
    if (this.#isClosed) return
    this.#error = error
    this.#close(error.message, { code: error.code, message: error.message, graceMs: 0 })
  }

  /** Waits for the code that runs now to return: it may be about to put the last frame into a batch. */
  #closeWhenIdle(): void {
    if (this.#streams.size > 0) return
    queueMicrotask(() => {
      if (this.#streams.size === 0) this.#close('the session was closed')
    })
  }

  #close(reason: string, goodBye?: GoAway): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (goodBye) this.#sendGoAway(goodBye)
    this.#heartbeat.stop()
    this.#loseStreams(reason)
    this.#connection.finish()
  }

  #loseStreams(message: string, lastId = -1): void {
    for (const stream of this.#streams.list()) {
      if (stream.id > lastId) stream.receiveReset('SESSION_LOST', message)
    }
  }

  #setTimer(delayMs: number, callback: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(callback, delayMs).unref()
  }

  #tell(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      this.reportHandlerError(error)
    }
  }
}
