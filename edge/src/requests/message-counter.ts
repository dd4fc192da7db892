const finalFlag = 0x80
const opcodeMask = 0x0f
/** Opcodes from here on are those of control frames (RFC 6455, section 5.5). */
const firstControlOpcode = 8
const maskFlag = 0x80
const lengthMask = 0x7f
const maskBytes = 4

/**
 * Counts the WebSocket messages in one direction of a connection (RFC 6455, section 5.2): the frames that end one. It reads the heads of
 * frames only, keeps nothing of them, and takes the bytes cut anywhere.
 */
export class MessageCounter {
  count = 0
  #part: 'opcode' | 'length' | 'long-length' = 'opcode'
  /** Bytes of the frame that are not looked at. */
  #skippedBytes = 0
  #isMasked = false
  /** The bytes of a long length that are still to come, and what came of it. */
  #lengthBytes = 0
  #length = 0

  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#skippedBytes > 0) {
        const bytes = Math.min(this.#skippedBytes, chunk.length - at)
        this.#skippedBytes -= bytes
        at += bytes
        continue
      }
      this.#readByte(chunk[at] ?? 0)
      at += 1
    }
  }

  #readByte(byte: number): void {
    switch (this.#part) {
      case 'opcode':
        if ((byte & finalFlag) !== 0 && (byte & opcodeMask) < firstControlOpcode) this.count += 1
        this.#part = 'length'
        break
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
