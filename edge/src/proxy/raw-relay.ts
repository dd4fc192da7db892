import type { Duplex } from 'node:stream'
import type { WireStream } from '@culvert/wire'

/** Bytes of an exchange: from the visitor (in) and to him (out). */
interface ByteCounter {
  dataIn: number
  dataOut: number
}

/** Carries raw bytes between an upgraded connection and its stream, each direction until its own end. */
export class RawRelay {
  readonly #stream: WireStream
  readonly #socket: Duplex
  readonly #usage: ByteCounter
  readonly #onClosed: () => void
  /** Bytes from the agent that wait in the socket's buffer: their credit is not returned yet. */
  #unsentBytes = 0
  #isOver = false

  /** `onClosed` is called once the connection is gone. */
  constructor(stream: WireStream, socket: Duplex, usage: ByteCounter, onClosed: () => void) {
    this.#stream = stream
    this.#socket = socket
    this.#usage = usage
    this.#onClosed = onClosed
    socket.on('data', (chunk: Buffer) => this.#onSocketData(chunk))
    socket.on('end', () => stream.end())
    socket.on('drain', () => this.#onSocketDrain())
    socket.on('error', () => {})
    socket.on('close', () => this.#onSocketClose())
  }

  onData(chunk: Buffer): void {
    this.#usage.dataOut += chunk.length
    if (this.#socket.write(chunk)) this.#stream.consumed(chunk.length)
    else this.#unsentBytes += chunk.length
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
    if (!this.#stream.write(chunk)) this.#socket.pause()
  }

  #onSocketDrain(): void {
    this.#stream.consumed(this.#unsentBytes)
    this.#unsentBytes = 0
  }

  #onSocketClose(): void {
    // Harmless when both directions have ended.
    if (!this.#isOver) this.#stream.reset('CANCELLED', 'The visitor closed the connection.')
    this.#onClosed()
  }
}
