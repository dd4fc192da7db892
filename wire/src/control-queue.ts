import { writeHeader } from './frames.ts'
import { frameType, headerBytes } from './protocol.ts'

/** How many PONGs may wait; beyond that, the newest are kept. A conforming side never awaits that many. */
const pongsMax = 16

interface ControlFrame {
  typeByte: number
  payload: Buffer
}

/**
 * Frames of the connection that wait to be written. The other side causes most of them, and may not be reading, so
 * each kind has a bound. An ACK replaces the previous one, and a PONG answers its PING and all earlier ones.
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

  /** Removes and returns everything that waits, copied: a write that is never taken must not keep other memory alive. */
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
    const index = this.#frames.findIndex(({ typeByte }) => typeByte === type)
    if (index !== -1) this.#frames.splice(index, 1)
  }
}
