import type { HeaderField, WireStream } from '@culvert/wire'

/** How much is kept of one request body, and of all of them. */
const keptBytesMax = 16 * 1024
const totalBytesMax = 64 * 1024 * 1024

/** After this many pieces, a body becomes one text: as a chain, each piece takes 32 bytes more, and may be a single byte. */
const chainedMax = 64

/** The bytes kept of all bodies. */
let totalBytes = 0

/**
 * The part of a request body that was sent, for as long as it is possible that no app has seen it: if the request is refused, it can be sent
 * again. Longer bodies are not kept.
 */
export class KeptBody {
  /** Whether everything that has arrived so far is kept. */
  isComplete = true
  /** As latin1, a character for each byte. */
  #text = ''
  #pieceCount = 0
  #trailers: readonly HeaderField[] | undefined

  add(chunk: Buffer): void {
    if (!this.isComplete) return
    if (this.#text.length + chunk.length > keptBytesMax || totalBytes + chunk.length > totalBytesMax) {
      this.drop()
      return
    }
    // A copy, because the chunk's memory is returned once it is sent; as text, because that uses no memory outside V8's heap.
    this.#text += chunk.toString('latin1')
    totalBytes += chunk.length
    this.#pieceCount += 1
    if (this.#pieceCount % chainedMax === 0) this.#text = this.#toBuffer().toString('latin1')
  }

  end(trailers: readonly HeaderField[]): void {
    this.#trailers = trailers
  }

  /** Sends what has arrived so far on a new stream; it is less than the stream's initial window. */
  sendTo(stream: WireStream): void {
    if (this.#text.length > 0) stream.write(this.#toBuffer())
    if (this.#trailers !== undefined) stream.end(this.#trailers)
  }

  /** Called once the request can no longer be sent again. */
  drop(): void {
    this.isComplete = false
    totalBytes -= this.#text.length
    this.#text = ''
  }

  #toBuffer(): Buffer {
    return Buffer.from(this.#text, 'latin1')
  }
}
