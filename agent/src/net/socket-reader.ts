import type { OnReadOpts } from 'node:net'

const readBytesMax = 64 * 1024
/** Who has sent more than this at once gets memory of his own. */
const commonBytesMax = 16 * 1024

/** Where sockets read that bring little at a time. They share it, for nothing of it is used beyond a read. */
const common = Buffer.allocUnsafeSlow(readBytesMax)

/**
 * Reads a socket without new memory for every read: by itself, node takes 64 KiB for an answer of 1 KiB. What comes is
 * copied, unless it fills memory of its own. Goes into the options of a new socket, which then has no `data` events.
 */
export class SocketReader implements OnReadOpts {
  /** Takes each chunk, which is its own from then on. */
  onChunk: (chunk: Buffer) => void = () => {}
  #memory = common

  readonly buffer = (): Buffer => this.#memory

  readonly callback = (bytes: number): boolean => {
    const memory = this.#memory
    const isGivenAway = memory !== common && bytes === readBytesMax
    if (bytes <= commonBytesMax) this.#memory = common
    else if (memory === common || isGivenAway) this.#memory = Buffer.allocUnsafeSlow(readBytesMax)
    if (isGivenAway) {
      this.onChunk(memory)
    } else {
      const chunk = Buffer.allocUnsafe(bytes)
      memory.copy(chunk, 0, 0, bytes)
      this.onChunk(chunk)
    }
    return true
  }
}
