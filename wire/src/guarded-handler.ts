import type { HeaderField, ResetCode, ResponseHead, StreamHandler } from './types.ts'

/** Who hears of a callback that threw. */
interface FailureListener {
  handlerFailed(error: unknown): void
}

/**
 * Calls the owner of a stream. What a callback throws goes to the listener and no further: it must not leave a frame
 * half handled, nor reach the callbacks of another stream.
 */
export class GuardedHandler implements StreamHandler {
  readonly #handler: StreamHandler
  readonly #listener: FailureListener

  constructor(handler: StreamHandler, listener: FailureListener) {
    this.#handler = handler
    this.#listener = listener
  }

  onHead(head: ResponseHead): void {
    try {
      this.#handler.onHead?.(head)
    } catch (error) {
      this.#listener.handlerFailed(error)
    }
  }

  onData(chunk: Buffer): void {
    try {
      this.#handler.onData(chunk)
    } catch (error) {
      this.#listener.handlerFailed(error)
    }
  }

  onEnd(trailers: readonly HeaderField[]): void {
    try {
      this.#handler.onEnd(trailers)
    } catch (error) {
      this.#listener.handlerFailed(error)
    }
  }

  onWritable(): void {
    try {
      this.#handler.onWritable()
    } catch (error) {
      this.#listener.handlerFailed(error)
    }
  }

  onReset(code: ResetCode | 'SESSION_LOST', message: string): void {
    try {
      this.#handler.onReset(code, message)
    } catch (error) {
      this.#listener.handlerFailed(error)
    }
  }
}
