import { enterCallback } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { HeaderField, ResetCode, ResponseHead, StreamHandler } from './types.ts'

/**
 * Calls the owner of a stream. An error that a callback throws goes to the bearer and no further: it must not leave a frame
 * half processed, nor reach the callbacks of another stream.
 */
export class GuardedHandler implements StreamHandler {
  readonly #handler: StreamHandler
  readonly #bearer: FaultBearer

  constructor(handler: StreamHandler, bearer: FaultBearer) {
    this.#handler = handler
    this.#bearer = bearer
  }

  onHead(head: ResponseHead): void {
    try {
      enterCallback('stream.head', this.#bearer)
      this.#handler.onHead?.(head)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.head')
    }
  }

  onData(chunk: Buffer): void {
    try {
      enterCallback('stream.data', this.#bearer)
      this.#handler.onData(chunk)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.data')
    }
  }

  onEnd(trailers: readonly HeaderField[]): void {
    try {
      enterCallback('stream.end', this.#bearer)
      this.#handler.onEnd(trailers)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.end')
    }
  }

  onWritable(): void {
    try {
      enterCallback('stream.writable', this.#bearer)
      this.#handler.onWritable()
    } catch (error) {
      this.#bearer.onFault(error, 'stream.writable')
    }
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    try {
      enterCallback('stream.reset', this.#bearer)
      this.#handler.onReset(code, message)
    } catch (error) {
      this.#bearer.onFault(error, 'stream.reset')
    }
  }

  /** Passes the owner the error that it threw. Returns false if it has no handler for errors. */
  emitFault(error: unknown, place: string): boolean {
    if (this.#handler.onFault === undefined) return false
    this.#handler.onFault(error, place)
    return true
  }
}
