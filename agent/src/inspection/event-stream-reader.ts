import { frameBytesMax } from './frame.ts'
import type { FrameReader, RawFrame } from './frame.ts'

/** Reads server-sent events as they are written: an event ends with an empty line (HTML Standard, section 9.2.6). */
export class EventStreamReader implements FrameReader {
  readonly #decoder = new TextDecoder()
  #held = ''
  /** The number of characters of the event that were not kept. */
  #dropped = 0

  read(chunk: Buffer): RawFrame[] {
    this.#held += this.#decoder.decode(chunk, { stream: true })
    const parts = this.#held.split(/\r\n\r\n|\n\n|\r\r/)
    this.#held = parts.pop() ?? ''
    const frames = parts.filter((part) => part.trim() !== '').map((part) => this.#toFrame(part))
    if (this.#held.length > frameBytesMax) {
      this.#dropped += this.#held.length - frameBytesMax
      // The truncated line may end with half of an empty line.
      this.#held = this.#held.slice(0, frameBytesMax - 2) + this.#held.slice(-2)
    }
    return frames
  }

  #toFrame(text: string): RawFrame {
    const bytes = Buffer.from(text)
    const frame = {
      kind: 'event' as const,
      bytes: bytes.subarray(0, frameBytesMax),
      size: bytes.length + this.#dropped,
      isTruncated: this.#dropped > 0 || bytes.length > frameBytesMax,
    }
    this.#dropped = 0
    return frame
  }
}
