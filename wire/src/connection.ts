import type { Duplex } from 'node:stream'
import { SendQueue } from './send-queue.ts'

/** What a connection tells its session. */
interface ConnectionHost {
  receive(chunk: Buffer): void
  /** Nothing comes any more: the other side ended its direction, or the transport failed. */
  connectionEnded(error: Error | undefined): void
  /** The transport is gone. Comes once, and last. */
  connectionClosed(): void
  /** The other side sends, but does not read. */
  sendQueueOverfull(): void
}

/** How long the other side may take to read the last frames and close, before the transport is destroyed. */
const lingerMs = 1000

/** The transport, from the first byte to its end. */
export class Connection {
  readonly sendQueue: SendQueue
  readonly #transport: Duplex
  #lingerTimer: NodeJS.Timeout | undefined

  constructor(transport: Duplex, host: ConnectionHost) {
    this.#transport = transport
    this.sendQueue = new SendQueue(transport, host)
    const closed = (): void => {
      clearTimeout(this.#lingerTimer)
      host.connectionEnded(undefined)
      host.connectionClosed()
    }
    transport.on('data', (chunk: Buffer) => host.receive(chunk))
    transport.on('end', () => host.connectionEnded(undefined))
    transport.on('error', (error) => {
      host.connectionEnded(error)
      transport.destroy()
    })
    transport.on('close', closed)
    // A transport that closed before it came here does not say so again.
    if (transport.closed) queueMicrotask(closed)
  }

  /**
   * Sends what is urgent and ends. Bytes that still come are read and dropped: closing over unread bytes would make
   * TCP reset the connection, and the last frames might never arrive.
   */
  finish(): void {
    this.sendQueue.finish()
    if (!this.#transport.destroyed) this.#lingerTimer = setTimeout(() => this.destroy(), lingerMs).unref()
  }

  destroy(): void {
    this.sendQueue.close()
    this.#transport.destroy()
  }
}
