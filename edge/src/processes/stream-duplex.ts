import { Duplex } from 'node:stream'
import type { WireStream } from '@culvert/wire'

/** The raw bytes of a stream as a connection. The stream's handler passes its events on. */
export class StreamDuplex extends Duplex {
  readonly #stream: WireStream
  /** The callback of a write that waits for credit. */
  #onCredit: (() => void) | undefined
  #isRemoteEnded = false

  constructor(stream: WireStream) {
    super({ allowHalfOpen: true })
    this.#stream = stream
  }

  onData(chunk: Buffer): void {
    if (this.push(chunk)) this.#stream.drained()
  }

  onEnd(): void {
    this.#isRemoteEnded = true
    this.push(null)
  }

  onWritable(): void {
    const onCredit = this.#onCredit
    this.#onCredit = undefined
    onCredit?.()
  }

  override _read(): void {
    this.#stream.drained()
  }

  override _write(chunk: Buffer, _encoding: string, onTaken: () => void): void {
    if (this.#stream.write(chunk)) onTaken()
    else this.#onCredit = onTaken
  }

  override _final(onEnded: () => void): void {
    this.#stream.end()
    onEnded()
  }

  override _destroy(error: Error | null, onDestroyed: (error: Error | null) => void): void {
    // When both sides have ended, bytes may still be on their way, which a reset would drop.
    if (!this.#isRemoteEnded || !this.writableFinished) this.#stream.reset('CANCELLED', 'The connection was cut.')
    onDestroyed(error)
  }
}
