import type { SendBatch } from './send-batch.ts'

/** A stream as the send queue sees it: a source of frames under flow control. */
export interface FrameSource {
  /** The next source in line; the line is threaded through its members, so that joining it allocates nothing. */
  nextInLine: FrameSource | undefined
  isInLine: boolean
  /** Adds one frame to the batch; `keptBytes` is what the session keeps in addition. Returns true if another could follow at once. */
  addFrame(batch: SendBatch, dataBytesMax: number, keptBytes: number): boolean
  /** Tells the owner to continue writing, if it waits for that and may. */
  offerWritable(): void
}

/** The sources that have something to send, in turn. */
export class SourceLine {
  first: FrameSource | undefined
  #last: FrameSource | undefined

  /** Adds a source at the end. */
  join(source: FrameSource): void {
    source.isInLine = true
    if (this.#last) this.#last.nextInLine = source
    else this.first = source
    this.#last = source
  }

  /** Removes and returns the first; undefined when there is none. */
  take(): FrameSource | undefined {
    const source = this.first
    if (source === undefined) return undefined
    this.first = source.nextInLine
    if (!this.first) this.#last = undefined
    source.nextInLine = undefined
    source.isInLine = false
    return source
  }

  clear(): void {
    this.first = undefined
    this.#last = undefined
  }
}
