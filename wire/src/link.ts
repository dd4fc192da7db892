import type { Duplex } from 'node:stream'
import { Connection } from './connection.ts'
import type { ConnectionHost } from './connection.ts'
import { protocolError, WireError } from './errors.ts'
import { FrameParser } from './frames.ts'
import type { FrameSink } from './frames.ts'
import type { FaultBearer } from '@culvert/program/guard'
import { Heartbeat } from './heartbeat.ts'
import type { HeartbeatHost } from './heartbeat.ts'
import { IdleFrames } from './idle-frames.ts'
import { lendRead, release } from '@culvert/program/memory'
import { encodeAck } from './messages.ts'
import type { SessionOptions } from './types.ts'
import { frameType } from './protocol.ts'
import { SendQueue } from './send-queue.ts'

/** Called with events of a link. */
export interface LinkHost {
  /** Called when nothing more will arrive on the connection. */
  connectionLost(error: Error | undefined): void
  /** Called when the other side shows no sign of life. */
  connectionSilent(error: WireError): void
  /** Called when the other side breaks the protocol, which ends the session. */
  linkFailed(error: WireError): void
  /** Called for a fault in a callback of the event loop. */
  readonly bearer: FaultBearer
  /** Called when the last connection is gone; called once, and last. */
  linkClosed(): void
}

/** How many bytes may arrive before they are acknowledged. The other side keeps them until then. */
const acknowledgeAfterBytes = 256 * 1024

/** How many frames are read before other connections get a turn: tiny ones cost far more than their bytes. */
const framesPerTurn = 4096

/** The bytes of a session in both directions, over successive connections. */
export class Link implements ConnectionHost, HeartbeatHost {
  readonly sendQueue: SendQueue
  readonly heartbeat: Heartbeat
  readonly #host: LinkHost
  readonly #parser: FrameParser
  readonly #freesChunks: boolean
  #connection: Connection | undefined
  /** The link that has taken over the connection, and the bytes that still arrive here; undefined while this link has it. */
  #successor: Link | undefined
  /** Whether both sides keep what they send until it is acknowledged. */
  #isKept = false
  #acknowledgedBytes = 0
  /** The number of frames that had been read when other connections last got a turn. */
  #yieldedFrames = 0
  readonly #idleFrames = new IdleFrames()
  #isFinished = false

  constructor(
    transport: Duplex,
    { role, pingAfterMs, freesChunks }: Required<SessionOptions>,
    sink: FrameSink,
    host: LinkHost,
  ) {
    this.#host = host
    this.#freesChunks = freesChunks
    this.sendQueue = new SendQueue(this)
    this.heartbeat = new Heartbeat(this, { role, pingAfterMs })
    this.#parser = new FrameParser(role === 'edge' ? 'agent' : 'edge', sink)
    this.#connection = new Connection(transport, freesChunks, this)
    this.sendQueue.attach(transport)
  }

  get bearer(): FaultBearer {
    return this.#host.bearer
  }

  get isAttached(): boolean {
    return this.#connection !== undefined
  }

  /** The bytes of the session that have arrived over all connections. */
  get receivedBytes(): number {
    return this.#parser.receivedBytes
  }

  /** Called when the handshake is complete. `isKept`: the session may outlive its connection. */
  begin(isKept: boolean): void {
    this.#isKept = isKept
    if (isKept) this.sendQueue.keepSent()
    this.heartbeat.start()
  }

  /** Drops the connection; anything sent from now on waits for the next. */
  detach(): void {
    this.#connection?.abandon()
    this.#connection = undefined
    this.heartbeat.stop()
    this.#parser.cut()
    this.sendQueue.detach()
  }

  /** Continues over the connection of another link, after the bytes that the other side has received. */
  takeOver(other: Link, receivedBytes: number): void {
    const connection = other.#handOver(this)
    if (connection === undefined) return
    this.#connection = connection
    connection.host = this
    this.sendQueue.acknowledge(receivedBytes)
    this.sendQueue.attach(connection.transport)
    this.heartbeat.start()
  }

  /** Processes the count of an ACK. */
  receiveAck(receivedBytes: number): void {
    if (!this.sendQueue.covers(receivedBytes)) throw protocolError('expected an ACK of bytes that were sent')
    if (!this.sendQueue.acknowledge(receivedBytes)) this.countIdleFrame()
  }

  /** Answers a PING. The ACK before it lets the other side of an idle session keep nothing. */
  receivePing(payload: Buffer): void {
    this.countIdleFrame()
    this.acknowledge()
    this.heartbeat.receivePing()
    this.sendQueue.pushControl(frameType.pong, Buffer.from(payload))
  }

  /** Counts a frame that carries nothing. Throws if there are too many. */
  countIdleFrame(): void {
    this.#idleFrames.count()
  }

  /** Sends the urgent frames and closes; anything that still arrives is dropped. */
  finish(): void {
    this.#isFinished = true
    this.heartbeat.stop()
    this.sendQueue.finish()
    if (this.#connection) this.#connection.linger()
    else queueMicrotask(() => this.#host.linkClosed())
  }

  /** Closes at once. */
  destroy(): void {
    this.sendQueue.close()
    this.#connection?.destroy()
  }

  receive(read: Buffer): void {
    if (this.#isFinished) return
    const chunk = this.#freesChunks ? lendRead(read) : read
    this.#take(chunk)
    // A chunk that was not lent here may have been lent by the previous link.
    if (this.#freesChunks) release(chunk, 'reader')
  }

  #take(chunk: Buffer): void {
    if (this.#isFinished) return
    this.heartbeat.heard()
    try {
      const taken = this.#parser.push(chunk)
      if (taken < chunk.length && this.#successor !== undefined) this.#successor.#take(chunk.subarray(taken))
      if (this.#parser.receivedBytes - this.#acknowledgedBytes >= acknowledgeAfterBytes) this.acknowledge()
      if (this.#parser.frames - this.#yieldedFrames >= framesPerTurn) this.#yield()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#host.linkFailed(error)
    }
  }

  /** Continues reading in the next turn of the event loop. */
  #yield(): void {
    this.#yieldedFrames = this.#parser.frames
    this.#connection?.yieldTurn()
  }

  connectionEnded(error: Error | undefined): void {
    this.#host.connectionLost(error)
  }

  connectionClosed(): void {
    this.#host.linkClosed()
  }

  sendQueueOverfull(): void {
    this.#host.linkFailed(new WireError('TIMEOUT', 'The other side does not read what it is sent'))
  }

  sendPing(payload: Buffer): void {
    this.sendQueue.pushControl(frameType.ping, payload)
  }

  pingsUnanswered(message: string): void {
    this.#host.connectionSilent(new WireError('TIMEOUT', message))
  }

  /** Acknowledges what the other side need no longer keep. */
  acknowledge(): void {
    const { receivedBytes } = this.#parser
    if (!this.#isKept || receivedBytes === this.#acknowledgedBytes) return
    this.#acknowledgedBytes = receivedBytes
    this.sendQueue.pushControl(frameType.ack, encodeAck(receivedBytes))
  }

  #handOver(successor: Link): Connection | undefined {
    const connection = this.#connection
    this.#connection = undefined
    this.#successor = successor
    this.#isFinished = true
    this.#parser.stop()
    this.sendQueue.flushControl()
    this.sendQueue.detach()
    this.sendQueue.close()
    queueMicrotask(() => this.#host.linkClosed())
    return connection
  }
}
