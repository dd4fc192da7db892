import { enterCallback } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { HeaderField, ResetCode, ResponseHead, StreamHandler } from './types.ts'

/**
 * Calls the owner of a stream. An error that a callback throws goes to the bearer and no further: it must not leave a frame
 * half processed, nor reach the callbacks of another stream.
 */
export class GuardedHandler implements StreamHandler {
  readonly owner: StreamHandler
  readonly #bearer: FaultBearer

  constructor(handler: StreamHandler, bearer: FaultBearer) {
    this.owner = handler
    this.#bearer = bearer
  }

  onHead(head: ResponseHead): void {
    try {
      enterCallback('stream.head', this.#bearer)
      this.owner.onHead?.(head)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.head')
    }
  }

  onData(chunk: Buffer): void {
    try {
      enterCallback('stream.data', this.#bearer)
      this.owner.onData(chunk)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.data')
    }
  }

  onEnd(trailers: readonly HeaderField[]): void {
    try {
      enterCallback('stream.end', this.#bearer)
      this.owner.onEnd(trailers)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.end')
    }
  }

  onWritable(): void {
    try {
      enterCallback('stream.writable', this.#bearer)
      this.owner.onWritable()
    } catch (error) {
      this.#bearer.onFault(error, 'stream.writable')
    }
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    try {
      enterCallback('stream.reset', this.#bearer)
      this.owner.onReset(code, message)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.reset')
    }
  }

  /** Passes the owner the error that it threw. Returns false if it has no handler for errors. */
  emitFault(error: unknown, place: string): boolean {
    if (this.owner.onFault === undefined) return false
    this.owner.onFault(error, place)
    return true
  }
}
