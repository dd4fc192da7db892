import type { FrameSink } from './frames.ts'
import * as heads from './heads.ts'
import type { Shareable } from './heads.ts'
import type { Handshake } from './handshake.ts'
import type { Link } from './link.ts'
import * as messages from './messages.ts'
import { frameType } from './protocol.ts'
import type { FrameType } from './protocol.ts'
import { HeadCache } from '@culvert/program/head-cache'
import type { StreamTable } from './stream-table.ts'
import type { RequestHead, ResponseHead } from './types.ts'

/** The parts of a session to which frames are routed. */
interface FrameReceiver {
  readonly handshake: Handshake
  readonly streams: StreamTable
  readonly link: Link
  /** Whether frames that still arrive are ignored. */
  readonly isClosed: boolean
  /** Whether both sides have the feature `inspection`. */
  readonly isInspected: boolean
  /** Whether both sides have the feature `hop`. */
  readonly isHop: boolean
  receiveHello(payload: Buffer): void
  receiveWelcome(payload: Buffer): void
  receiveOpen(streamId: number, head: RequestHead, end: boolean): void
  receiveGoAway(payload: Buffer): void
  receiveMove(message: string): void
}

/** Passes each received frame to the part of the session that it is for. */
export class FrameRouter implements FrameSink {
  readonly #receiver: FrameReceiver
  /** Repeated request heads, at an agent. */
  readonly #requests = new heads.KnownRequests()
  /** Repeated response heads, at an edge. */
  readonly #answers = new HeadCache<Shareable<ResponseHead>>(16)

  constructor(receiver: FrameReceiver) {
    this.#receiver = receiver
  }

  receiveFrame(type: FrameType, streamId: number, end: boolean, payload: Buffer): void {
    const { handshake, streams, link, isClosed } = this.#receiver
    if (isClosed) return
    handshake.checkOrder(type)
    switch (type) {
      case frameType.hello:
        return this.#receiver.receiveHello(payload)
      case frameType.welcome:
        return this.#receiver.receiveWelcome(payload)
      case frameType.open:
        return this.#receiver.receiveOpen(streamId, heads.decodeOpen(payload, this.#requests, this.#receiver), end)
      case frameType.head:
        return streams.find(streamId)?.receiveHead(heads.decodeHead(payload, this.#answers), end)
      case frameType.trailers:
        return streams.find(streamId)?.receiveEnd(heads.decodeTrailers(payload))
      case frameType.window:
        return streams.find(streamId)?.receiveWindow(messages.decodeWindow(payload))
      case frameType.reset: {
        const { code, message } = messages.decodeReset(payload, this.#receiver.isHop)
        return streams.find(streamId)?.receiveReset(code, message)
      }
      case frameType.ping:
        return link.receivePing(payload)
      case frameType.pong:
        return link.heartbeat.receivePong(payload)
      case frameType.goAway:
        link.countIdleFrame()
        return this.#receiver.receiveGoAway(payload)
      case frameType.move:
        link.countIdleFrame()
        return this.#receiver.receiveMove(messages.decodeMove(payload))
      case frameType.ack:
        return link.receiveAck(messages.decodeAck(payload))
      case frameType.data:
        throw new Error('DATA goes to receiveData')
      default: {
        const unhandled: never = type
        throw new Error(`A frame type is not handled: ${String(unhandled)}`)
      }
    }
  }

  receiveData(streamId: number, piece: Buffer, end: boolean): void {
    if (this.#receiver.isClosed) return
    this.#receiver.handshake.checkOrder(frameType.data)
    this.#receiver.streams.find(streamId)?.receiveData(piece, end)
  }
}
