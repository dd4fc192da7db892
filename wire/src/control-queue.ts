import { writeHeader } from './frames.ts'
import { frameType, headerBytes } from './protocol.ts'

/** How many PONGs may wait; of more, the newest are kept. A side that conforms never awaits that many. */
const pongsMax = 16

interface ControlFrame {
  typeByte: number
  payload: Buffer
}

/**
 * Frames of the connection that wait to be written. The other side causes most of them, and may read nothing: so
 * each kind has a bound. An ACK replaces the one before it, and a PONG answers all PINGs before its own.
 */
export class ControlQueue {
  readonly #frames: ControlFrame[] = []
  #pongs = 0

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  get length(): number {
    return this.#frames.length
  }

  push(typeByte: number, payload: Buffer): void {
    if (typeByte === frameType.ack) this.#remove(frameType.ack)
    if (typeByte === frameType.pong) {
      if (this.#pongs === pongsMax) this.#remove(frameType.pong)
      else this.#pongs += 1
    }
    this.#frames.push({ typeByte, payload })
  }

  /** Removes and returns everything that waits, copied: a write that is never taken must not keep anything else in memory. */
  take(): Buffer {
    const bytes = this.#frames.reduce((sum, { payload }) => sum + headerBytes + payload.length, 0)
    const written = Buffer.allocUnsafeSlow(bytes)
    let offset = 0
    for (const { typeByte, payload } of this.#frames) {
      offset = writeHeader(written, offset, typeByte, 0, payload.length)
      offset += payload.copy(written, offset)
    }
    this.clear()
    return written
  }

  clear(): void {
    this.#frames.length = 0
    this.#pongs = 0
  }

  /** Removes and returns the oldest frame of a type. */
  #remove(type: number): void {
    const place = this.#frames.findIndex(({ typeByte }) => typeByte === type)
    if (place !== -1) this.#frames.splice(place, 1)
  }
}
