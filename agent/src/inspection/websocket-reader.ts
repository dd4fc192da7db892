import { createInflateRaw } from 'node:zlib'
import type { InflateRaw } from 'node:zlib'
import type { FrameDetail } from './api-types.ts'
import { CollectedBytes } from './collected-bytes.ts'
import { frameBytesMax } from './frame.ts'
import type { FrameReader, RawFrame } from './frame.ts'

const opcodes: Readonly<Record<number, FrameDetail['kind']>> = {
  1: 'text',
  2: 'binary',
  8: 'close',
  9: 'ping',
  10: 'pong',
}

/** The end of each message, which permessage-deflate omits (RFC 7692, section 7.2.1). */
const deflateTail = Buffer.from([0, 0, 0xff, 0xff])

interface Message {
  kind: FrameDetail['kind']
  isCompressed: boolean
  /** What is kept of it. */
  bytes: CollectedBytes
  size: number
}

/** Reads the messages of one direction of a WebSocket (RFC 6455, section 5.2). Fragments are joined. */
export class WebSocketReader implements FrameReader {
  /** Bytes of an incomplete frame head. */
  #held: Buffer = Buffer.alloc(0)
  #frame: { left: number; mask: Buffer | undefined; at: number; isFinal: boolean; message: Message } | undefined
  /** A message whose fragments are arriving; control frames may come between them. */
  #message: Message | undefined
  #inflater: Inflater | undefined
  #isLost = false

  async read(chunk: Buffer): Promise<RawFrame[]> {
    const frames: RawFrame[] = []
    let rest = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    this.#held = rest.subarray(0, 0)
    while (!this.#isLost) {
      if (this.#frame === undefined) {
        const length = this.#readHead(rest)
        if (length === 0) {
          this.#held = Buffer.from(rest)
          break
        }
        rest = rest.subarray(length)
      }
      rest = this.#readPayload(rest)
      const done = this.#frame
      if (done === undefined || done.left > 0) break
      this.#frame = undefined
      if (done.isFinal) frames.push(await this.#finish(done.message))
    }
    return frames
  }

  /** Reads the head of a frame; returns its length, or 0 if it is incomplete. */
  #readHead(bytes: Buffer): number {
    const [first, second] = bytes
    if (first === undefined || second === undefined) return 0
    const short = second & 0x7f
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
    const maskBytes = (second & 0x80) === 0 ? 0 : 4
    const headBytes = 2 + lengthBytes + maskBytes
    if (bytes.length < headBytes) return 0
    const left = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
    const mask = maskBytes === 0 ? undefined : Buffer.from(bytes.subarray(headBytes - 4, headBytes))
    const opcode = first & 0x0f
    const isFinal = (first & 0x80) !== 0
    const kind = opcodes[opcode]
    const begun = kind === undefined ? undefined : newMessage(kind, (first & 0x40) !== 0)
    if (opcode === 1 || opcode === 2) this.#message = begun
    const message = opcode === 0 ? this.#message : begun
    // If this is not a WebSocket, the rest cannot be read.
    this.#isLost = message === undefined
    if (message !== undefined) this.#frame = { left, mask, at: 0, isFinal, message }
    return headBytes
  }

  /** Consumes the available part of the frame; returns what follows it. */
  #readPayload(bytes: Buffer): Buffer {
    const frame = this.#frame
    if (frame === undefined) return bytes
    const { message, mask } = frame
    const part = bytes.subarray(0, Math.min(frame.left, bytes.length))
    const kept = Buffer.from(part.subarray(0, Math.max(0, frameBytesMax - message.bytes.length)))
    if (mask !== undefined) {
      for (let index = 0; index < kept.length; index += 1)
        kept[index] = (kept[index] ?? 0) ^ (mask[(frame.at + index) % 4] ?? 0)
    }
    frame.at += part.length
    frame.left -= part.length
    message.bytes.add(kept)
    message.size += part.length
    return bytes.subarray(part.length)
  }

  async #finish({ kind, isCompressed, bytes: collected, size }: Message): Promise<RawFrame> {
    const bytes = collected.take()
    const kept = bytes.length
    if (!isCompressed) return { kind, bytes, size, isTruncated: kept < size }
    this.#inflater ??= new Inflater()
    // Later messages refer to this one: if it is not read completely, they are unreadable.
    const inflated = kept < size ? this.#inflater.giveUp() : await this.#inflater.inflate(bytes)
    return { kind, bytes: inflated ?? Buffer.alloc(0), size, isTruncated: inflated === undefined }
  }
}

function newMessage(kind: FrameDetail['kind'], isCompressed: boolean): Message {
  return { kind, isCompressed, bytes: new CollectedBytes(), size: 0 }
}

/** Inflates the messages of one direction, each of which may refer to earlier ones (RFC 7692, section 7.2.2). */
class Inflater {
  readonly #stream: InflateRaw = createInflateRaw()
  #chunks: Buffer[] = []
  #length = 0
  #hasFailed = false

  constructor() {
    this.#stream.on('error', () => (this.#hasFailed = true))
    this.#stream.on('data', (chunk: Buffer) => {
      this.#length += chunk.length
      if (this.#length <= frameBytesMax) this.#chunks.push(chunk)
      else this.giveUp()
    })
  }

  /** Resolves with the message, or with undefined if it, or an earlier one, was too long or is invalid. */
  async inflate(bytes: Buffer): Promise<Buffer | undefined> {
    if (this.#hasFailed) return undefined
    this.#chunks = []
    this.#length = 0
    await new Promise<void>((resolve) => {
      this.#stream.once('close', resolve)
      this.#stream.write(bytes)
      this.#stream.write(deflateTail)
      this.#stream.flush(() => {
        this.#stream.off('close', resolve)
        resolve()
      })
    })
    return this.#hasFailed ? undefined : Buffer.concat(this.#chunks)
  }

  giveUp(): undefined {
    this.#hasFailed = true
    this.#stream.destroy()
    return undefined
  }
}
