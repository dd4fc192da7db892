import type { Duplex } from 'node:stream'
import { type FaultBearer, guard, listen } from '@culvert/program/guard'
import { ownMemory, release, writeHeld } from '@culvert/program/memory'
import { PieceWriter } from '@culvert/program/piece-writer'
import type { WireStream } from '@culvert/wire'
import { type RequestNotes, goneReason } from '../visitor.ts'
import { FrameReader, restartFrame } from '../web-socket.ts'

/** Counts the bytes of an exchange: from the visitor (in) and to the visitor (out). */
interface ByteCounter {
  dataIn: number
  dataOut: number
}

export interface RawRelayOptions {
  stream: WireStream
  socket: Duplex
  usage: ByteCounter
  isWebSocket: boolean
  /** Undefined if the request is not recorded. */
  notes: RequestNotes | undefined
  bearer: FaultBearer
  /** Called once the connection is gone, unless a fault ended it; faults go to `bearer`. */
  onClosed: () => void
}

/** How long a visitor may take to answer a close frame once the stream behind it is lost; milliseconds. */
const closeFrameMs = 1_000

/** Carries raw bytes between an upgraded connection and its stream, each direction until it ends. */
export class RawRelay {
  readonly #stream: WireStream
  readonly #socket: Duplex
  readonly #pieces: PieceWriter
  readonly #usage: ByteCounter
  readonly #notes: RequestNotes | undefined
  readonly #bearer: FaultBearer
  readonly #onClosed: () => void
  /** Follows what the visitor is sent, so that a close frame can be inserted between two frames; undefined if it is no WebSocket. */
  readonly #frames: FrameReader | undefined
  /** `leaving` until the frame under way has ended, `left` once the close frame was sent. */
  #phase: 'open' | 'leaving' | 'left' = 'open'
  #closeTimer: NodeJS.Timeout | undefined
  #isOver = false

  constructor({ stream, socket, usage, isWebSocket, notes, bearer, onClosed }: RawRelayOptions) {
    this.#stream = stream
    this.#socket = socket
    const onRoom = () => stream.drained()
    this.#pieces = new PieceWriter({ stream: socket, write: (piece) => this.#write(piece), onRoom, bearer })
    this.#usage = usage
    this.#notes = notes
    this.#bearer = bearer
    this.#frames = isWebSocket ? new FrameReader() : undefined
    this.#onClosed = onClosed
    listen(socket, 'data', 'raw.data', bearer, (chunk: Buffer) => this.#onSocketData(chunk))
    listen(socket, 'end', 'raw.end', bearer, () => stream.end())
    listen(socket, 'drain', 'raw.drain', bearer, () => {
      if (!this.#pieces.needsDrain) stream.drained()
    })
    socket.on('error', () => {})
    listen(socket, 'close', 'raw.close', bearer, () => this.#onSocketClose())
  }

  onData(chunk: Buffer): void {
    const bytes = chunk.length
    if (this.#phase === 'open') this.#frames?.read(chunk)
    const sent = this.#phase === 'open' ? chunk : this.#takeRest(chunk)
    this.#usage.dataOut += sent.length
    this.#notes?.noteRawOut(sent)
    const isTaken = this.#pieces.write(sent)
    if (this.#phase === 'leaving') this.#sendCloseFrame()
    if (isTaken) this.#stream.consumed(bytes)
  }

  onEnd(): void {
    this.#pieces.flush()
    this.#socket.end()
  }

  onWritable(): void {
    this.#socket.resume()
  }

  /** Called when the stream was reset, or lost with its session. A lost WebSocket ends with a close frame, unless one of its frames was cut. */
  onReset(isLost = false): void {
    this.#isOver = true
    if (isLost) this.#sendCloseFrame()
    if (!isLost || this.#phase !== 'left') {
      this.#socket.destroy()
      return
    }
    this.#pieces.flush()
    this.#socket.end()
    clearTimeout(this.#closeTimer)
    this.#closeTimer = setTimeout(
      guard('raw.goodbye', this.#bearer, () => this.#socket.destroy()),
      closeFrameMs,
    ).unref()
  }

  /**
   * Asks the client of a WebSocket, at a random moment within `spreadMs`, to reconnect. The client's own close frame goes to the app, which ends the
   * connection.
   */
  askToReconnect(spreadMs: number): void {
    if (this.#phase !== 'open' || this.#frames === undefined || this.#isOver) return
    this.#closeTimer ??= setTimeout(
      guard('raw.leave', this.#bearer, () => {
        this.#phase = 'leaving'
        this.#sendCloseFrame()
      }),
      Math.random() * spreadMs,
    ).unref()
  }

  /** Cuts the connection, and gives the agent the reason. */
  cut(reason: string): void {
    this.#stream.reset('CANCELLED', reason)
    this.onReset()
  }

  #write(piece: Buffer): boolean {
    const own = ownMemory(piece, 'consumer')
    const isTaken = writeHeld(this.#socket, own)
    release(own, 'consumer')
    return isTaken
  }

  #onSocketData(chunk: Buffer): void {
    this.#usage.dataIn += chunk.length
    this.#notes?.noteRawIn(chunk)
    if (!this.#stream.write(chunk)) this.#socket.pause()
  }

  /** Sends the close frame if no frame is under way, unless the app has sent its own. */
  #sendCloseFrame(): void {
    if (this.#phase === 'left' || this.#frames?.isBetweenFrames !== true || !this.#socket.writable) return
    this.#phase = 'left'
    if (!this.#frames.isClosing) this.#pieces.write(restartFrame)
  }

  /** Returns the part of a chunk that is still sent to the visitor: the rest of the frame that was under way. */
  #takeRest(chunk: Buffer): Buffer {
    return chunk.subarray(0, this.#phase === 'left' ? 0 : this.#frames?.readFrame(chunk))
  }

  #onSocketClose(): void {
    clearTimeout(this.#closeTimer)
    // Harmless when both directions have ended.
    if (!this.#isOver) this.#stream.reset('CANCELLED', goneReason)
    this.#onClosed()
  }
}
