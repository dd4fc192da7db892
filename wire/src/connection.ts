import type { Duplex } from 'node:stream'
import { guard, listen } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import { readInto } from '@culvert/program/reading'

/** Called with events of a connection. */
export interface ConnectionHost {
  receive(chunk: Buffer): void
  /** Called when nothing more will arrive: the other side ended its direction, or the transport failed. */
  connectionEnded(error: Error | undefined): void
  /** Called when the transport is gone; called once, and last. */
  connectionClosed(): void
  /** Called for a fault in a callback of the transport. */
  readonly bearer: FaultBearer
}

/** How long the other side may take to read the last frames and close before the transport is destroyed. */
const lingerMs = 1000

/** The transport, from its first byte to its end. */
export class Connection implements FaultBearer {
  readonly transport: Duplex
  /** The host; undefined once the connection has been abandoned. */
  host: ConnectionHost | undefined
  #lingerTimer: NodeJS.Timeout | undefined

  /** `readsBlocks`: chunks are parts of lent memory. */
  constructor(transport: Duplex, readsBlocks: boolean, host: ConnectionHost) {
    this.transport = transport
    this.host = host
    const closed = guard('session.close', this, () => {
      clearTimeout(this.#lingerTimer)
      this.host?.connectionEnded(undefined)
      this.host?.connectionClosed()
    })
    const receive = guard('session.data', this, (chunk: Buffer) => this.host?.receive(chunk))
    transport.on('data', receive)
    if (readsBlocks) readInto(transport, receive)
    listen(transport, 'end', 'session.end', this, () => this.host?.connectionEnded(undefined))
    listen(transport, 'error', 'session.error', this, (error: Error) => {
      this.host?.connectionEnded(error)
      transport.destroy()
    })
    transport.on('close', closed)
    // A transport that closed earlier does not emit that again.
    if (transport.closed) queueMicrotask(closed)
  }

  get bearerName(): string {
    return this.host?.bearer.bearerName ?? ''
  }

  /** A connection may change its host, so it handles faults itself, and passes them on. */
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
   * Waits for the other side to close. Bytes that still arrive are read and dropped: closing over unread bytes would make
   * TCP reset the connection, and the last frames might be lost.
   */
  linger(): void {
    if (!this.transport.destroyed) this.#lingerTimer = setTimeout(() => this.destroy(), lingerMs).unref()
  }

  /** Closes the transport, and no longer calls its host. */
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
