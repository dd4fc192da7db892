import type { SendBatch } from './send-batch.ts'

/** A stream as the send queue sees it: a source of frames under flow control. */
export interface FrameSource {
  /** The next source in line; the line is threaded through its members, so that joining it allocates nothing. */
  nextQueued: FrameSource | undefined
  isQueued: boolean
  /** Adds one frame to the batch; `keptBytes` is what the session keeps in addition. Returns true if another could follow at once. */
  addFrame(batch: SendBatch, dataBytesMax: number, keptBytes: number): boolean
  /** Tells the owner to continue writing, if it waits for that and may. */
  offerWritable(): void
}

/** The sources that have something to send, in turn. */
export class SourceQueue {
  first: FrameSource | undefined
  #last: FrameSource | undefined

  /** Adds a source at the end. */
  add(source: FrameSource): void {
    source.isQueued = true
    if (this.#last) this.#last.nextQueued = source
    else this.first = source
    this.#last = source
  }

  /** Removes and returns the first; undefined when there is none. */
  take(): FrameSource | undefined {
    const source = this.first
    if (source === undefined) return undefined
    this.first = source.nextQueued
    if (!this.first) this.#last = undefined
    source.nextQueued = undefined
    source.isQueued = false
    return source
  }

  clear(): void {
    this.first = undefined
    this.#last = undefined
  }
}
