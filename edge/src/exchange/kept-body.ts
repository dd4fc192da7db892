import type { HeaderField, WireStream } from '@culvert/wire'

/** How much is kept of the body of a request, and of the bodies of all. */
const keptBytesMax = 16 * 1024
const allBytesMax = 64 * 1024 * 1024

/** The bytes that are kept of all bodies. */
let allBytes = 0

/**
 * What was sent of a request's body, for as long as nobody may have seen it: were the request refused, it could be sent again. Longer bodies are not kept.
 */
export class KeptBody {
  /** Whether what has come so far is kept. */
  isWhole = true
  /** As latin1, a character for each byte. */
  #text = ''
  #trailers: readonly HeaderField[] | undefined

  add(chunk: Buffer): void {
    if (!this.isWhole) return
    if (this.#text.length + chunk.length > keptBytesMax || allBytes + chunk.length > allBytesMax) {
      this.drop()
      return
    }
    // A copy, because the memory of the chunk is given back once it was sent; as text, because that leaves nothing outside V8's heap.
    this.#text += chunk.toString('latin1')
    allBytes += chunk.length
  }

  end(trailers: readonly HeaderField[]): void {
    this.#trailers = trailers
  }

  /** Sends on a new stream what has come before, which is less than the window that it begins with. */
  sendTo(stream: WireStream): void {
    if (this.#text.length > 0) stream.write(Buffer.from(this.#text, 'latin1'))
    if (this.#trailers !== undefined) stream.end(this.#trailers)
  }

  /** Called once the request cannot be sent again. */
  drop(): void {
    this.isWhole = false
    allBytes -= this.#text.length
    this.#text = ''
  }
}
