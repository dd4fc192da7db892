import { startDeadline } from '@culvert/program'
import type { Duplex } from 'node:stream'
import { protocolError, WireError } from './errors.ts'
import { CreditBudget } from './flow-control.ts'
import type { RoundTrip } from './flow-control.ts'
import { FrameRouter } from './frame-router.ts'
import { guard } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import { Handshake } from './handshake.ts'
import { Link } from './link.ts'
import type { LinkHost } from './link.ts'
import * as messages from './messages.ts'
import { withDefaults } from './options.ts'
import { frameType, hopFeature, inspectionFeature, moveFeature } from './protocol.ts'
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

/** Starts a session over a transport whose next byte is the first of a frame; `unshift` bytes that were read too far. */
export const createSession: CreateSession = (transport, options, handler) => new Session(transport, options, handler)

/** How long streams may take to finish when the stream ids are used up, in milliseconds. */
const renewalGraceMs = 30_000

/** For this long after another stream has started, a stream shares the session; milliseconds. */
const sharedMs = 100

/** Node runs a longer timer at once, and WELCOME may name up to 2³²−1 ms. */
const timerMsMax = 2 ** 31 - 1

class Session implements WireSession, LinkHost, StreamHost, FaultBearer {
  readonly options: Required<SessionOptions>
  readonly budget: CreditBudget
  readonly link: Link
  readonly #handler: SessionHandler
  readonly handshake: Handshake
  readonly streams = new StreamTable()
  /** The WELCOME that this session began with; undefined before that. */
  #welcome: Welcome | undefined
  /** The session that will resume over this one's connection. */
  #former: Session | undefined
  /** How much of it the other side has received. */
  #formerReceivedBytes = 0
  /** Whether all owners have been told, so that only the transport still has to close. */
  isClosed = false
  isInspected = false
  isHop = false
  #isLeaving = false
  #isPeerLeaving = false
  /** The last stream of the other side that this side has accepted. */
  #lastTakenId = 0
  /** When a stream last started; milliseconds of the monotonic clock. */
  #openedMs = 0
  #error: Error | undefined
  /** The timer of the handshake, then of the grace for open streams, or of the wait for another connection. */
  #timer: NodeJS.Timeout | undefined

  constructor(transport: Duplex, options: SessionOptions, handler: SessionHandler) {
    this.options = withDefaults(options)
    const { creditBytesMax, handshakeTimeoutMs } = this.options
    this.budget = new CreditBudget(creditBytesMax)
    this.#handler = handler
    this.handshake = new Handshake(this.options)
    this.#setTimer(handshakeTimeoutMs, () => {
      this.#fail(new WireError('TIMEOUT', `HELLO and WELCOME took more than ${handshakeTimeoutMs} ms`))
    })
    this.link = new Link(transport, this.options, new FrameRouter(this), this)
  }

  get sendQueue(): SendQueue {
    return this.link.sendQueue
  }

  get roundTripMs(): number | undefined {
    return this.link.heartbeat.roundTripMs
  }

  get peerWindowBytes(): number {
    return this.handshake.peerWindowBytes
  }

  get openStreams(): number {
    return this.streams.size
  }

  listStreams(): readonly Stream[] {
    return this.streams.list()
  }

  get keptBytes(): number {
    return this.streams.list().reduce((sum, { keptBytes }) => sum + keptBytes, this.sendQueue.keptBytes)
  }

  get bearer(): FaultBearer {
    return this
  }

  get bearerName(): string {
    return this.id
  }

  get isOpen(): boolean {
    return this.#isServing && this.link.isAttached
  }

  get id(): string {
    return this.#welcome?.sessionId ?? ''
  }

  get isResumable(): boolean {
    return this.#isServing && this.#resumeMs > 0 && this.#handler.onDetached !== undefined
  }

  get features(): readonly string[] {
    return this.#welcome?.features ?? []
  }

  hello(hello: Omit<Hello, 'resume' | 'features'>, former?: WireSession): void {
    if (this.isClosed) return
    if (former instanceof Session && former.isResumable) this.#former = former
    if (this.#former?.link.isAttached) this.#former.connectionLost(new Error('Another connection takes over'))
    const resume = this.#former ? { sessionId: this.#former.id, receivedBytes: this.#former.link.receivedBytes } : null
    this.sendQueue.pushControl(frameType.hello, this.handshake.sendHello({ ...hello, resume }))
  }

  welcome(terms: Omit<Welcome, 'features'>): void {
    if (this.isClosed) return
    const welcome = { ...terms, features: this.handshake.agreed }
    this.sendQueue.pushControl(frameType.welcome, this.handshake.sendWelcome(welcome))
    this.#begin(welcome)
  }

  resume(former: WireSession): boolean {
    if (!(former instanceof Session) || former.#welcome === undefined || !former.isResumable) {
      throw new Error('Only a resumable session goes on')
    }
    if (this.isClosed) return false
    if (!former.sendQueue.covers(this.#formerReceivedBytes)) {
      this.#fail(protocolError('expected a count of bytes that were sent in HELLO'))
      return false
    }
    former.link.detach()
    const payload = this.handshake.sendWelcome(former.#welcome, former.link.receivedBytes)
    this.sendQueue.pushControl(frameType.welcome, payload)
    former.#continueOver(this, this.#formerReceivedBytes)
    return true
  }

  open(head: RequestHead, handler: StreamHandler, end = false): WireStream {
    if (this.options.role !== 'edge') throw new Error('Only an edge opens streams')
    if (!this.isClosed && !this.handshake.isDone) throw new Error('Streams are opened after WELCOME')
    const stream = new Stream(this.streams.takeNextId(), head, this)
    stream.attach(handler)
    if (!this.isOpen) {
      stream.abandon('AGENT_ABSENT', 'the session is closing and opens no more streams')
      return stream
    }
    this.#add(stream)
    stream.sendOpen(head, end)
    if (!this.streams.hasNextId()) {
      this.goAway({ code: 'SHUTDOWN', message: 'The stream ids are used up; dial again', graceMs: renewalGraceMs })
    }
    return stream
  }

  goAway(goAway: GoAway): void {
    if (this.isClosed) return
    this.#isLeaving = true
    this.#sendGoAway(goAway)
    if (goAway.graceMs === 0 || !this.link.isAttached) this.#close('the session was closed')
    else this.#setTimer(goAway.graceMs, () => this.#close('the time that was left to open streams is over'))
    this.#closeWhenIdle()
  }

  move(message: string): boolean {
    if (!this.isOpen || !this.features.includes(moveFeature)) return false
    this.sendQueue.pushUrgent(frameType.move, 0, messages.encodeMove(message))
    return true
  }

  ping(): Promise<number> {
    if (this.isClosed || !this.handshake.isDone || !this.link.isAttached)
      return Promise.reject(new Error('The session is not open'))
    return this.link.heartbeat.ping()
  }

  probe(deadlineMs: number): void {
    const error = new WireError('TIMEOUT', `The other side did not answer within ${deadlineMs} ms`)
    const silent = guard('session.probe', this, () => this.connectionSilent(error))
    const cancel = startDeadline(deadlineMs, silent)
    // Rejects if the connection is gone first.
    void this.ping().then(cancel, cancel)
  }

  destroy(error?: Error): void {
    this.#error ??= error
    this.#close('the session was closed')
    this.link.destroy()
  }

  getRoundTrip(): RoundTrip | undefined {
    return this.link.heartbeat.getFreshRoundTrip()
  }

  isShared({ id }: Stream): boolean {
    return this.streams.lastId !== id && performance.now() - this.#openedMs < sharedMs
  }

  forget(stream: Stream): void {
    this.streams.delete(stream)
    if (this.#isLeaving) this.#closeWhenIdle()
  }

  reportHandlerError(error: unknown): void {
    if (this.#handler.onHandlerError) this.#handler.onHandlerError(error)
    else process.emitWarning(error instanceof Error ? error : String(error))
  }

  /** Called for a fault of this program in the session itself, which can then no longer be relied on. */
  onFault(error: unknown): void {
    this.reportHandlerError(error)
    try {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    } catch (again) {
      this.reportHandlerError(again)
      this.link.destroy()
    }
  }

  connectionLost(error: Error | undefined): void {
    if (this.isClosed) return
    const isExpected = this.#isLeaving || this.#isPeerLeaving
    this.#error =
      error ?? (isExpected ? undefined : new Error('The other side closed the connection without saying why'))
    if (this.#error && this.isResumable) this.#detach(this.#error)
    else this.#close('the connection was lost')
  }

  connectionSilent(error: WireError): void {
    if (this.isResumable) this.connectionLost(error)
    else this.#fail(error)
  }

  linkFailed(error: WireError): void {
    this.#fail(error)
  }

  linkClosed(): void {
    this.#notify(() => this.#handler.onClose(this.#error))
  }

  receiveHello(payload: Buffer): void {
    const hello = this.handshake.receiveHello(payload)
    this.#formerReceivedBytes = hello.resume?.receivedBytes ?? 0
    this.#notify(() => this.#handler.onHello?.(hello))
  }

  receiveWelcome(payload: Buffer): void {
    const { welcome, receivedBytes } = this.handshake.receiveWelcome(payload)
    const former = this.#former
    if (former !== undefined && former.id === welcome.sessionId) former.#continueOver(this, receivedBytes)
    else {
      if (receivedBytes > 0) throw protocolError('expected a count of bytes that were sent in WELCOME')
      former?.destroy(new Error('The edge does not hold the session any more'))
      this.#begin(welcome)
    }
    this.#notify(() => this.#handler.onWelcome?.(welcome))
  }

  receiveOpen(id: number, head: RequestHead, end: boolean): void {
    this.streams.takeReceivedId(id)
    // The GOAWAY named the last stream that this side accepts; the edge sends this request to another session.
    if (this.#isLeaving) return
    this.#lastTakenId = id
    const stream = new Stream(id, head, this)
    this.#add(stream)
    this.#notify(() => {
      const handler = this.#handler.onOpen?.(stream, head, end)
      if (handler) stream.attach(handler)
    })
    if (!stream.isAttached) stream.reset('INTERNAL', 'the agent could not handle the request')
    if (end) stream.receiveEnd([])
  }

  receiveGoAway(payload: Buffer): void {
    const { goAway, lastStreamId } = messages.decodeGoAway(payload)
    this.#isPeerLeaving = true
    if (this.options.role === 'edge')
      this.#loseStreams('AGENT_ABSENT', 'the agent is leaving and did not take this stream', lastStreamId)
    this.#notify(() => this.#handler.onGoAway?.(goAway))
  }

  receiveMove(message: string): void {
    if (!this.features.includes(moveFeature)) throw protocolError(`expected the feature ${moveFeature} for MOVE`)
    this.#notify(() => this.#handler.onMove?.(message))
  }

  #add(stream: Stream): void {
    this.streams.add(stream)
    this.#openedMs = performance.now()
  }

  get #resumeMs(): number {
    return this.#welcome?.resumeMs ?? 0
  }

  /** Reports whether the handshake is complete and neither side is leaving. */
  get #isServing(): boolean {
    return this.handshake.isDone && !this.isClosed && !this.#isLeaving && !this.#isPeerLeaving
  }

  #begin(welcome: Welcome): void {
    clearTimeout(this.#timer)
    this.#welcome = welcome
    this.isInspected = welcome.features.includes(inspectionFeature)
    this.isHop = welcome.features.includes(hopFeature)
    this.link.begin(this.#resumeMs > 0)
  }

  /** Waits for another connection. */
  #detach(error: Error): void {
    this.link.detach()
    this.#setTimer(this.#resumeMs, () => this.#close('the connection was lost, and none followed in time'))
    this.#notify(() => this.#handler.onDetached?.(error))
  }

  /** Resumes over the connection of a session that was opened for this purpose; that session is then over. */
  #continueOver(other: Session, receivedBytes: number): void {
    if (this.isClosed) throw new WireError('TIMEOUT', 'The session ended before it could go on')
    if (!this.sendQueue.covers(receivedBytes)) {
      this.destroy(new Error('The edge counts bytes that were not sent'))
      throw protocolError('expected a count of bytes that were sent in WELCOME')
    }
    clearTimeout(this.#timer)
    clearTimeout(other.#timer)
    other.isClosed = true
    this.#error = undefined
    this.link.takeOver(other.link, receivedBytes)
    this.#notify(() => this.#handler.onResumed?.())
  }

  #sendGoAway(goAway: GoAway): void {
    this.sendQueue.pushUrgent(frameType.goAway, 0, messages.encodeGoAway(goAway, this.#lastTakenId))
  }

  /** Ends the session because the other side broke the protocol, and tells it so. */
  #fail(error: WireError): void {
    if (this.isClosed) return
    this.#error = error
    this.#close(error.message, { code: error.code, message: error.message, graceMs: 0 })
  }

  /** Waits for the running code to return: it may be about to add the last frame to a batch. */
  #closeWhenIdle(): void {
    if (this.streams.size > 0) return
    const close = guard('session.idle', this, () => {
      if (this.streams.size === 0) this.#close('the session was closed')
    })
    queueMicrotask(close)
  }

  #close(reason: string, goodBye?: GoAway): void {
    if (this.isClosed) return
    this.isClosed = true
    clearTimeout(this.#timer)
    if (goodBye) this.#sendGoAway(goodBye)
    this.#loseStreams('SESSION_LOST', reason)
    this.link.finish()
  }

  #loseStreams(code: 'AGENT_ABSENT' | 'SESSION_LOST', message: string, lastId = -1): void {
    for (const stream of this.streams.list()) {
      if (stream.id > lastId) stream.receiveReset(code, message)
    }
  }

  #setTimer(delayMs: number, callback: () => void): void {
    clearTimeout(this.#timer)
    const leftMs = Math.max(0, delayMs - timerMsMax)
    const next = leftMs > 0 ? () => this.#setTimer(leftMs, callback) : callback
    this.#timer = setTimeout(guard('session.timer', this, next), delayMs - leftMs).unref()
  }

  #notify(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      this.reportHandlerError(error)
    }
  }
}
