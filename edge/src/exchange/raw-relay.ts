import type { Duplex } from 'node:stream'
import { listen } from '@culvert/program/guard'
import { ownMemory } from '@culvert/program/memory'
import type { FaultBearer } from '@culvert/program/guard'
import type { WireStream } from '@culvert/wire'
import type { RequestNotes } from '../requests/notes.ts'
import { goneReason } from '../visitor.ts'

/** Counts the bytes of an exchange: from the visitor (in) and to it (out). */
interface ByteCounter {
  dataIn: number
  dataOut: number
}

export interface RawRelayOptions {
  stream: WireStream
  socket: Duplex
  usage: ByteCounter
  /** Undefined where the request is not recorded. */
  notes: RequestNotes | undefined
  bearer: FaultBearer
  /** Called once the connection is gone, unless a fault ends it, which goes to `bearer`. */
  onClosed: () => void
}

/** Carries raw bytes between an upgraded connection and its stream, each direction until its own end. */
export class RawRelay {
  readonly #stream: WireStream
  readonly #socket: Duplex
  readonly #usage: ByteCounter
  readonly #notes: RequestNotes | undefined
  readonly #onClosed: () => void
  #isOver = false

  constructor({ stream, socket, usage, notes, bearer, onClosed }: RawRelayOptions) {
    this.#stream = stream
    this.#socket = socket
    this.#usage = usage
    this.#notes = notes
    this.#onClosed = onClosed
    listen(socket, 'data', 'raw.data', bearer, (chunk: Buffer) => this.#onSocketData(chunk))
    listen(socket, 'end', 'raw.end', bearer, () => stream.end())
    listen(socket, 'drain', 'raw.drain', bearer, () => stream.drained())
    socket.on('error', () => {})
    listen(socket, 'close', 'raw.close', bearer, () => this.#onSocketClose())
  }

  onData(chunk: Buffer): void {
    this.#usage.dataOut += chunk.length
    this.#notes?.noteRawOut(chunk)
    const bytes = chunk.length
    if (this.#socket.write(ownMemory(chunk, 'consumer'))) this.#stream.consumed(bytes)
  }

  onEnd(): void {
    this.#socket.end()
  }

  onWritable(): void {
    this.#socket.resume()
  }

  onReset(): void {
    this.#isOver = true
    this.#socket.destroy()
  }

  /** Cuts the connection, and tells the agent why. */
  cut(reason: string): void {
    this.#stream.reset('CANCELLED', reason)
    this.onReset()
  }

  #onSocketData(chunk: Buffer): void {
    this.#usage.dataIn += chunk.length
    this.#notes?.noteRawIn(chunk)
    if (!this.#stream.write(chunk)) this.#socket.pause()
  }

  #onSocketClose(): void {
    // Harmless when both directions have ended.
    if (!this.#isOver) this.#stream.reset('CANCELLED', goneReason)
    this.#onClosed()
  }
}
