import { Duplex } from 'node:stream'
import type { DuplexOptions } from 'node:stream'

/** How many bytes may wait in each direction, as in the buffers of a socket on this machine. */
const waitingBytesMax = 64 * 1024

/** The two ends of a connection within this process. */
export interface ConnectionPair {
  near: Duplex
  /** The app's end, which stands for a visitor's socket on this machine. */
  far: AppConnection
}

/**
 * Makes a connection without a socket. It behaves like a TCP connection: each direction ends on its own and has its own backpressure, and
 * data sent before an end or a loss still arrives. Chunks are copied, because the memory of a chunk that the tunnel carries is returned once
 * it is sent, and must not be the app's.
 */
export function makeConnectionPair(): ConnectionPair {
  const near = new ConnectionEnd()
  const far = new AppConnection()
  near.join(far)
  far.join(near)
  return { near, far }
}

/** One end: data written to it is read at the other. */
class ConnectionEnd extends Duplex {
  #peer: ConnectionEnd | undefined
  /** Completes the peer's write that waits until this end resumes reading. */
  #onRead: (() => void) | undefined
  #hasEnd = false

  constructor(options: DuplexOptions = {}) {
    super({ ...options, allowHalfOpen: true, readableHighWaterMark: waitingBytesMax, decodeStrings: true })
  }

  join(peer: ConnectionEnd): void {
    this.#peer = peer
  }

  override _read(): void {
    this.#readOn()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error) => void): void {
    this.sending(chunk.length)
    const peer = this.#peer
    if (peer === undefined || peer.destroyed) {
      // As with TCP, the reader notices a loss first: data that the other end sent before must not be lost to an error.
      if (this.readableEnded) callback(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
      else callback()
      return
    }
    const copy = Buffer.allocUnsafeSlow(chunk.length)
    copy.set(chunk)
    peer.receive(copy, callback)
  }

  override _final(callback: () => void): void {
    this.#peer?.receiveEnd()
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#peer?.receiveEnd()
    this.#readOn()
    callback(error)
  }

  /** Called with the number of bytes about to be sent. */
  protected sending(_bytes: number): void {}

  /** Receives what the peer has written; `onRead` is called once there is room for more. */
  protected receive(chunk: Buffer, onRead: () => void): void {
    if (this.push(chunk)) onRead()
    else this.#onRead = onRead
  }

  protected receiveEnd(): void {
    if (this.destroyed || this.#hasEnd) return
    this.#hasEnd = true
    this.push(null)
  }

  #readOn(): void {
    const onRead = this.#onRead
    this.#onRead = undefined
    onRead?.()
  }
}

/** The app's end, with the parts of `net.Socket` that servers and frameworks use. */
export class AppConnection extends ConnectionEnd {
  readonly remoteAddress = '127.0.0.1'
  readonly remoteFamily = 'IPv4'
  readonly remotePort = 0
  readonly localAddress = '127.0.0.1'
  readonly localFamily = 'IPv4'
  readonly localPort = 0
  readonly connecting = false
  timeout = 0
  bytesRead = 0
  bytesWritten = 0
  #timer: NodeJS.Timeout | undefined

  constructor() {
    super()
    this.once('close', () => clearTimeout(this.#timer))
  }

  address(): { address: string; family: string; port: number } {
    return { address: this.localAddress, family: this.localFamily, port: this.localPort }
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  /** Emits `timeout` once nothing has been sent or received for this long; 0 switches it off. */
  setTimeout(ms: number, listener?: () => void): this {
    this.timeout = ms
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (ms > 0 && !this.destroyed) {
      this.#timer = setTimeout(() => this.emit('timeout'), ms).unref()
      if (listener !== undefined) this.once('timeout', listener)
    } else if (listener !== undefined) {
      this.off('timeout', listener)
    }
    return this
  }

  resetAndDestroy(): this {
    return this.destroy()
  }

  /** Ends the connection once all written data has been sent. */
  destroySoon(): void {
    this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  protected override sending(bytes: number): void {
    this.bytesWritten += bytes
    this.#timer?.refresh()
  }

  protected override receive(chunk: Buffer, onRead: () => void): void {
    this.bytesRead += chunk.length
    this.#timer?.refresh()
    super.receive(chunk, onRead)
  }
}
