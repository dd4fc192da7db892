import { Duplex } from 'node:stream'
import type { WireStream } from '@culvert/wire'

/** The raw bytes of a stream, as a connection. Its owner passes on what the stream is told. */
export class StreamDuplex extends Duplex {
  readonly #stream: WireStream
  /** Set while a write waits for credit. */
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
    // Behind both ends there may still be bytes on their way, which a reset would drop.
    if (!this.#isRemoteEnded || !this.writableFinished) this.#stream.reset('CANCELLED', 'The connection was cut.')
    onDestroyed(error)
  }
}
