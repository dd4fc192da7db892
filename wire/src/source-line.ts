import { headerBytes, payloadBytesMax } from './protocol.ts'
import type { SendBatch } from './send-batch.ts'

/** How many bytes may wait on the transport, where nothing more urgent can overtake them. */
const waitingBytesMax = 256 * 1024

/** How many may before a stream adds a second frame while others are active. */
const sharedWaitingBytesMax = 64 * 1024

/** The size of a DATA frame while others are active or ready. A stream alone fills frames to the limit. */
const sharedDataBytesMax = 16 * 1024

/** A stream as the send queue sees it: a source of frames under flow control. */
export interface FrameSource {
  /** The next source in line; the line is threaded through its members, so that joining it allocates nothing. */
  nextInLine: FrameSource | undefined
  isInLine: boolean
  /** Adds one frame to the batch; `keptBytes` is what the session keeps besides. True when another could follow at once. */
  addFrame(batch: SendBatch, dataBytesMax: number, keptBytes: number): boolean
  /** Tells the owner to go on writing, if it waits for that and may. */
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

  /**
   * Adds a frame of each source in turn, until the batch and the `waitingBytes` on the transport come to their bound. While several streams
   * are active, the bound is lower once each has had its turn; `keptBytes` is what the session keeps besides.
   */
  addFrames(batch: SendBatch, waitingBytes: number, keptBytes: number, isShared: boolean): void {
    let roomBytes = waitingBytesMax - waitingBytes - headerBytes
    /** The first source of the second round. */
    let again: FrameSource | undefined
    while (batch.bytes < roomBytes) {
      const source = this.#take()
      if (source === undefined) return
      const dataBytesMax = isShared || this.first !== undefined ? sharedDataBytesMax : payloadBytesMax
      if (source.addFrame(batch, Math.min(dataBytesMax, roomBytes - batch.bytes), keptBytes)) {
        this.join(source)
        again ??= source
      }
      if (isShared && again !== undefined && this.first === again)
        roomBytes = sharedWaitingBytesMax - waitingBytes - headerBytes
    }
  }

  clear(): void {
    this.first = undefined
    this.#last = undefined
  }

  /** Removes and returns the first; undefined when there is none. */
  #take(): FrameSource | undefined {
    const source = this.first
    if (source === undefined) return undefined
    this.first = source.nextInLine
    if (!this.first) this.#last = undefined
    source.nextInLine = undefined
    source.isInLine = false
    return source
  }
}
