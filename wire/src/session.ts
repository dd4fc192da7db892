import type { Duplex } from 'node:stream'
import { protocolError, WireError } from './errors.ts'
import { CreditBudget } from './flow-control.ts'
import { FrameParser } from './frames.ts'
import type { FrameSink } from './frames.ts'
import { Heartbeat } from './heartbeat.ts'
import * as messages from './messages.ts'
import { frameType, protocolVersion } from './protocol.ts'
import type { FrameType } from './protocol.ts'
import { SendQueue } from './send-queue.ts'
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

/** How long the other side may take to read the last frames and close, before the transport is destroyed. */
const lingerMs = 1000

/** What streams may take when the session ends because its stream ids are used up. */
const renewalGraceMs = 30_000

class Session implements WireSession, StreamHost, FrameSink {
  readonly role: 'edge' | 'agent'
  readonly windowBytes: number
  readonly windowBytesMax: number
  readonly sendQueue: SendQueue
  readonly budget: CreditBudget
  /** Known from HELLO or WELCOME on. */
  peerWindowBytes = 0
  readonly #transport: Duplex
  readonly #handler: SessionHandler
  readonly #heartbeat: Heartbeat
  readonly #parser: FrameParser
  readonly #streams = new StreamTable()
  /** Waiting for HELLO, for WELCOME, for streams; `closed` means that only the transport has still to go. */
  #phase: 'greeting' | 'admission' | 'open' | 'closed' = 'greeting'
  #isLeaving = false
  #isPeerLeaving = false
  #error: Error | undefined
  /** Guards, one after the other, the handshake, the grace after GOAWAY, and the last frames. */
  #timer: NodeJS.Timeout | undefined

  constructor(transport: Duplex, options: SessionOptions, handler: SessionHandler) {
    this.role = options.role
    this.windowBytes = options.windowBytes ?? 256 * 1024
    this.windowBytesMax = options.windowBytesMax ?? 4 * 1024 * 1024
    this.budget = new CreditBudget(options.creditBytesMax ?? 64 * 1024 * 1024)
    this.#transport = transport
    this.#handler = handler
    this.#parser = new FrameParser(options.role === 'edge' ? 'agent' : 'edge', this)
    this.sendQueue = new SendQueue(transport, () => {
      this.#fail(new WireError('TIMEOUT', 'The other side does not read what it is sent'))
    })
    this.#heartbeat = new Heartbeat(
      {
        sendPing: (payload) => this.sendQueue.pushUrgent(frameType.ping, 0, payload),
        timedOut: (message) => this.#fail(new WireError('TIMEOUT', message)),
      },
      options.pingAfterMs ?? 10_000,
    )
    const handshakeTimeoutMs = options.handshakeTimeoutMs ?? 10_000
    this.#setTimer(handshakeTimeoutMs, () => {
      this.#fail(new WireError('TIMEOUT', `HELLO and WELCOME took more than ${handshakeTimeoutMs} ms`))
    })
    this.#listen()
  }

  get roundTripMs(): number | undefined {
    return this.#heartbeat.roundTripMs
  }

  get openStreams(): number {
    return this.#streams.size
  }

  hello(hello: Hello): void {
    if (this.#phase === 'closed') return
    if (this.role !== 'agent' || this.#phase !== 'greeting') throw new Error('Only an agent says HELLO, and once')
    this.sendQueue.pushUrgent(frameType.hello, 0, messages.encodeHello(hello, this.windowBytes))
    this.#phase = 'admission'
  }

  welcome(welcome: Welcome): void {
    if (this.#phase === 'closed') return
    if (this.role !== 'edge' || this.#phase !== 'admission') throw new Error('Only an edge says WELCOME, to a HELLO')
    this.sendQueue.pushUrgent(frameType.welcome, 0, messages.encodeWelcome(welcome, this.windowBytes))
    this.#begin()
  }

  open(head: RequestHead, handler: StreamHandler, end = false): WireStream {
    if (this.role !== 'edge') throw new Error('Only an edge opens streams')
    if (this.#phase === 'greeting' || this.#phase === 'admission') throw new Error('Streams are opened after WELCOME')
    const stream = new Stream(this.#streams.takeNextId(), head.kind, this)
    stream.attach(handler)
    if (this.#phase === 'closed' || this.#isLeaving || this.#isPeerLeaving) {
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
    if (this.#phase === 'closed') return
    this.#isLeaving = true
    this.#sendGoAway(goAway)
    if (goAway.graceMs === 0) this.#close('the session was closed')
    else this.#setTimer(goAway.graceMs, () => this.#close('the time that was left to open streams is over'))
    this.#closeWhenIdle()
  }

  ping(): Promise<number> {
    if (this.#phase !== 'open') return Promise.reject(new Error('The session is not open'))
    return this.#heartbeat.ping()
  }

  destroy(error?: Error): void {
    this.#error ??= error
    this.#close('the session was closed')
    this.#transport.destroy()
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

  receiveFrame(type: FrameType, streamId: number, end: boolean, payload: Buffer): void {
    if (this.#phase === 'closed') return
    this.#checkPhase(type)
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
    if (this.#phase === 'closed') return
    this.#checkPhase(frameType.data)
    this.#streams.find(streamId)?.receiveData(piece, end)
  }

  #listen(): void {
    const transport = this.#transport
    transport.on('data', (chunk: Buffer) => this.#receive(chunk))
    transport.on('end', () => this.#transportEnded())
    transport.on('error', (error) => {
      if (this.#phase !== 'closed') this.#error = error
      this.destroy()
    })
    transport.on('close', () => this.#transportClosed())
    // A transport that closed before this session came says so no more.
    if (transport.closed) queueMicrotask(() => this.#transportClosed())
  }

  #receive(chunk: Buffer): void {
    if (this.#phase === 'closed') return
    this.#heartbeat.heard()
    try {
      this.#parser.push(chunk)
    } catch (error) {
      this.#fail(error instanceof WireError ? error : protocolError(String(error)))
    }
  }

  /** The handshake comes first and once; only GOAWAY may come at any time. */
  #checkPhase(type: FrameType): void {
    if (type === frameType.goAway) return
    const isGreeting = type === frameType.hello || type === frameType.welcome
    const greetingPhase = this.role === 'edge' ? 'greeting' : 'admission'
    if (this.#phase === (isGreeting ? greetingPhase : 'open')) return
    throw protocolError(
      `expected ${isGreeting ? 'HELLO and WELCOME once, at first' : 'HELLO and WELCOME before other frames'}`,
    )
  }

  #receiveHello(payload: Buffer): void {
    const { versionMin, versionMax } = messages.decodeVersions(payload)
    if (protocolVersion < versionMin || protocolVersion > versionMax) {
      const asked = `versions ${versionMin} to ${versionMax}`
      throw new WireError(
        'VERSION_UNSUPPORTED',
        `This edge speaks version ${protocolVersion} of the protocol, the agent ${asked}`,
      )
    }
    const { hello, windowBytes } = messages.decodeHello(payload)
    this.peerWindowBytes = windowBytes
    this.#phase = 'admission'
    this.#tell(() => this.#handler.onHello?.(hello))
  }

  #receiveWelcome(payload: Buffer): void {
    const { welcome, windowBytes } = messages.decodeWelcome(payload)
    if (welcome.version !== protocolVersion) {
      throw new WireError(
        'VERSION_UNSUPPORTED',
        `This agent speaks version ${protocolVersion}, the edge chose ${welcome.version}`,
      )
    }
    this.peerWindowBytes = windowBytes
    this.#begin()
    this.#tell(() => this.#handler.onWelcome?.(welcome))
  }

  #receiveOpen(id: number, head: RequestHead, end: boolean): void {
    this.#streams.takeReceivedId(id)
    // The GOAWAY named the last stream that this side takes; the edge gives this one to somebody else.
    if (this.#isLeaving) return
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
    if (this.role === 'edge') this.#streams.lose('the agent is leaving and did not take this stream', lastStreamId)
    this.#tell(() => this.#handler.onGoAway?.(goAway))
  }

  #begin(): void {
    this.#phase = 'open'
    clearTimeout(this.#timer)
    this.#heartbeat.start()
  }

  #sendGoAway(goAway: GoAway): void {
    const lastStreamId = this.role === 'agent' ? Math.max(this.#streams.lastId, 0) : 0
    this.sendQueue.pushUrgent(frameType.goAway, 0, messages.encodeGoAway(goAway, lastStreamId))
  }

  /** Ends the session because of what the other side did, and tells it. */
  #fail(error: WireError): void {
    if (this.#phase === 'closed') return
    this.#error = error
    this.#phase = 'closed'
    this.#sendGoAway({ code: error.code, message: error.message, graceMs: 0 })
    this.#close(error.message)
  }

  /** Waits for the code that runs now to return: it may be about to put the last frame into a batch. */
  #closeWhenIdle(): void {
    if (this.#streams.size > 0) return
    queueMicrotask(() => {
      if (this.#streams.size === 0) this.#close('the session was closed')
    })
  }

  #close(reason: string): void {
    this.#phase = 'closed'
    this.#heartbeat.stop()
    this.#streams.lose(reason)
    this.sendQueue.finish()
    this.#setTimer(lingerMs, () => this.#transport.destroy())
  }

  #transportEnded(): void {
    if (this.#phase !== 'closed' && !this.#isLeaving && !this.#isPeerLeaving)
      this.#error = new Error('The other side closed the connection without GOAWAY')
    this.#close('the connection was closed')
  }

  #transportClosed(): void {
    this.#transportEnded()
    clearTimeout(this.#timer)
    this.#tell(() => this.#handler.onClose(this.#error))
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
