/** How long after its last frame a stream counts as active, in milliseconds. */
const activeMs = 200

/**
 * Knows whether a session's streams share its connection at the moment: then one with much to send leaves room for the others,
 * which find short queues; alone it fills all there is.
 *
 * Frames that come tell on either side, whichever of them sends the bytes: DATA is answered by WINDOW, and a new stream is an OPEN for the agent and a
 * HEAD for the edge.
 */
export class Sharing {
  /** Whether frames of two streams have come within the last 200 ms. */
  isShared = false
  #lastStreamId = 0
  #lastMs = Number.NEGATIVE_INFINITY
  #sharedMs = Number.NEGATIVE_INFINITY

  /** Notes that a frame of a stream came. */
  note(streamId: number, nowMs: number): void {
    if (streamId !== this.#lastStreamId && nowMs - this.#lastMs < activeMs) this.#sharedMs = nowMs
    this.#lastStreamId = streamId
    this.#lastMs = nowMs
    this.isShared = nowMs - this.#sharedMs < activeMs
  }
}
