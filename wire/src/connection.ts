import type { Duplex } from 'node:stream'
import { guard, listen } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'

/** What a connection tells its link. */
export interface ConnectionHost {
  receive(chunk: Buffer): void
  /** Nothing comes any more: the other side ended its direction, or the transport failed. */
  connectionEnded(error: Error | undefined): void
  /** The transport is gone. Comes once, and last. */
  connectionClosed(): void
  /** Bears a fault in what the transport calls. */
  readonly bearer: FaultBearer
}

/** How long the other side may take to read the last frames and close, before the transport is destroyed. */
const lingerMs = 1000

/** The transport, from the first byte to its end. */
export class Connection implements FaultBearer {
  readonly transport: Duplex
  /** Undefined once it has been abandoned. */
  host: ConnectionHost | undefined
  #lingerTimer: NodeJS.Timeout | undefined

  constructor(transport: Duplex, host: ConnectionHost) {
    this.transport = transport
    this.host = host
    const closed = guard('session.close', this, () => {
      clearTimeout(this.#lingerTimer)
      this.host?.connectionEnded(undefined)
      this.host?.connectionClosed()
    })
    listen(transport, 'data', 'session.data', this, (chunk: Buffer) => this.host?.receive(chunk))
    listen(transport, 'end', 'session.end', this, () => this.host?.connectionEnded(undefined))
    listen(transport, 'error', 'session.error', this, (error: Error) => {
      this.host?.connectionEnded(error)
      transport.destroy()
    })
    transport.on('close', closed)
    // A transport that closed before it came here does not say so again.
    if (transport.closed) queueMicrotask(closed)
  }

  get bearerName(): string {
    return this.host?.bearer.bearerName ?? ''
  }

  /** Whose connection it is changes: so it bears faults itself, and hands them on. */
  onFault(error: unknown, place: string): void {
    this.host?.bearer.onFault(error, place)
    this.destroy()
    if (place === 'session.close') this.host?.connectionClosed()
  }

  /** Reads nothing more in this turn of the event loop. */
  yieldTurn(): void {
    this.transport.pause()
    setImmediate(resume, this.transport)
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

function resume(transport: Duplex): void {
  transport.resume()
}
