import type { AnswerHead } from './visitor.ts'

const finalFlag = 0x80
const opcodeMask = 0x0f
const closeOpcode = 8
/** Opcodes from here on are those of control frames (RFC 6455, section 5.5). */
const firstControlOpcode = 8
const maskFlag = 0x80
const lengthMask = 0x7f
const maskBytes = 4

/** A server's close frame with 1012 (Service Restart), which tells a client that it may reconnect at once. */
export const restartFrame: Buffer = Buffer.from([finalFlag | closeOpcode, 2, 1_012 >> 8, 1_012 & 0xff])

/** Reports whether a 101 names WebSocket (RFC 6455, section 4.2.2). */
export function isWebSocket({ fields }: AnswerHead): boolean {
  return fields.some(
    (text, index) => index % 2 === 1 && /^websocket$/i.test(text) && /^upgrade$/i.test(fields[index - 1] ?? ''),
  )
}

/**
 * Follows one direction of a WebSocket frame by frame (RFC 6455, section 5.2). It reads only the heads of frames, keeps nothing of them, and
 * accepts the bytes cut anywhere.
 */
export class FrameReader {
  /** The number of messages, that is, of frames that end one. */
  messages = 0
  /** Whether a close frame has begun; none may follow it. */
  isClosing = false
  #part: 'opcode' | 'length' | 'long-length' = 'opcode'
  /** Bytes of the frame that are not examined. */
  #skippedBytes = 0
  #isMasked = false
  /** The number of bytes of a long length that are still due, and the value so far. */
  #lengthBytes = 0
  #length = 0

  /** Reports whether all frames that have begun are complete. */
  get isBetweenFrames(): boolean {
    return this.#part === 'opcode' && this.#skippedBytes === 0
  }

  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) at = this.#step(chunk, at)
  }

  /** Reads to the end of the frame under way, or of the chunk. Returns that position. */
  readFrame(chunk: Buffer): number {
    let at = 0
    while (at < chunk.length && !this.isBetweenFrames) at = this.#step(chunk, at)
    return at
  }

  /** Reads a byte of a head, or skips payload. Returns the position to continue from. */
  #step(chunk: Buffer, at: number): number {
    if (this.#skippedBytes === 0) {
      this.#readByte(chunk[at] ?? 0)
      return at + 1
    }
    const bytes = Math.min(this.#skippedBytes, chunk.length - at)
    this.#skippedBytes -= bytes
    return at + bytes
  }

  #readByte(byte: number): void {
    switch (this.#part) {
      case 'opcode': {
        const opcode = byte & opcodeMask
        if ((byte & finalFlag) !== 0 && opcode < firstControlOpcode) this.messages += 1
        if (opcode === closeOpcode) this.isClosing = true
        this.#part = 'length'
        break
      }
      case 'length':
        this.#isMasked = (byte & maskFlag) !== 0
        this.#length = byte & lengthMask
        if (this.#length < 126) {
          this.#skip()
          break
        }
        this.#lengthBytes = this.#length === 126 ? 2 : 8
        this.#length = 0
        this.#part = 'long-length'
        break
      case 'long-length':
        this.#length = this.#length * 256 + byte
        this.#lengthBytes -= 1
        if (this.#lengthBytes === 0) this.#skip()
        break
      default:
        this.#part satisfies never
    }
  }

  #skip(): void {
    this.#skippedBytes = this.#length + (this.#isMasked ? maskBytes : 0)
    this.#part = 'opcode'
  }
}
