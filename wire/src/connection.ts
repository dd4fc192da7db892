import type { Duplex } from 'node:stream'

/** What a connection tells its link. */
export interface ConnectionHost {
  receive(chunk: Buffer): void
  /** Nothing comes any more: the other side ended its direction, or the transport failed. */
  connectionEnded(error: Error | undefined): void
  /** The transport is gone. Comes once, and last. */
  connectionClosed(): void
}

/** How long the other side may take to read the last frames and close, before the transport is destroyed. */
const lingerMs = 1000

/** The transport, from the first byte to its end. */
export class Connection {
  readonly transport: Duplex
  /** Undefined when nobody wants to hear of it any more. */
  host: ConnectionHost | undefined
  #lingerTimer: NodeJS.Timeout | undefined

  constructor(transport: Duplex, host: ConnectionHost) {
    this.transport = transport
    this.host = host
    const closed = (): void => {
      clearTimeout(this.#lingerTimer)
      this.host?.connectionEnded(undefined)
      this.host?.connectionClosed()
    }
    transport.on('data', (chunk: Buffer) => this.host?.receive(chunk))
    transport.on('end', () => this.host?.connectionEnded(undefined))
    transport.on('error', (error) => {
      this.host?.connectionEnded(error)
      transport.destroy()
    })
    transport.on('close', closed)
    // A transport that closed before it came here does not say so again.
    if (transport.closed) queueMicrotask(closed)
  }

  /**
   * Waits for the other side to close. Bytes that still come are read and dropped: closing over unread bytes would make
   * TCP reset the connection, and the last frames might never arrive.
   */
  linger(): void {
    if (!this.transport.destroyed) this.#lingerTimer = setTimeout(() => this.destroy(), lingerMs).unref()
  }

  /** Closes the transport, and tells its host nothing more. */
  abandon(): void {
    this.host = undefined
    this.destroy()
  }

  destroy(): void {
    this.transport.destroy()
  }
}
