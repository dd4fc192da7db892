import { protocolError } from './errors.ts'
import { endFlag, frameRules, frameType, headerBytes } from './protocol.ts'
import type { FrameRule, FrameType } from './protocol.ts'

/** Receives what a `FrameParser` finds. Both methods may throw a `WireError`, which ends the parsing. */
export interface FrameSink {
  /** Called for a whole frame of any type except DATA. The payload is a view of the transport's memory: copy what must outlive the call. */
  receiveFrame(type: FrameType, streamId: number, end: boolean, payload: Buffer): void
  /** Called for a piece of a DATA frame, as received. `end` comes with the last piece of a frame that ends the direction. */
  receiveData(streamId: number, piece: Buffer, end: boolean): void
}

/** Writes a frame header at `offset` and returns the offset after it. */
export function writeHeader(target: Buffer, offset: number, typeByte: number, streamId: number, bytes: number): number {
  target.writeUInt32BE(bytes * 256 + typeByte, offset)
  return target.writeUInt32BE(streamId, offset + 4)
}

/**
 * Finds frames in bytes that may be cut anywhere. DATA payloads are passed on piece by piece without a copy; only
 * other payloads are joined, and only if they were cut.
 */
export class FrameParser {
  readonly #sender: 'edge' | 'agent'
  readonly #sink: FrameSink
  #rule: FrameRule | undefined
  #streamId = 0
  #end = false
  /** Payload bytes of the current frame that have not arrived yet; 0 between frames. */
  #bytesMissing = 0
  #splitHeader: Buffer | undefined
  #splitHeaderBytes = 0
  #splitPayload: Buffer | undefined
  /** Bytes of all counted frames that have begun, each counted whole. */
  #countedBytes = 0
  #isStopped = false
  /** The number of frames that have begun. */
  frames = 0

  /** `sender` is the side whose bytes are parsed. */
  constructor(sender: 'edge' | 'agent', sink: FrameSink) {
    this.#sender = sender
    this.#sink = sink
  }

  /** Bytes of counted frames that have arrived, which the other side need not send again. */
  get receivedBytes(): number {
    return this.#rule?.isCounted ? this.#countedBytes - this.#bytesMissing : this.#countedBytes
  }

  /**
   * Takes the next bytes of the transport and returns how many were taken: all, unless `stop` was called meanwhile. Throws a
   * `WireError` at the first frame that is not allowed.
   */
  push(chunk: Buffer): number {
    let offset = 0
    while (offset < chunk.length && !this.#isStopped) {
      offset = this.#bytesMissing > 0 ? this.#takePayload(chunk, offset) : this.#takeHeader(chunk, offset)
    }
    return offset
  }

  /** Takes nothing beyond the current frame. */
  stop(): void {
    this.#isStopped = true
  }

  /** Called when the connection is gone. On the next one, a counted frame continues where it was cut; any other starts again. */
  cut(): void {
    this.#splitHeaderBytes = 0
    if (this.#rule?.isCounted) return
    this.#bytesMissing = 0
    this.#splitPayload = undefined
  }

  #takeHeader(chunk: Buffer, offset: number): number {
    if (this.#splitHeaderBytes === 0 && chunk.length - offset >= headerBytes) {
      this.#beginFrame(chunk.readUInt32BE(offset), chunk.readUInt32BE(offset + 4))
      return offset + headerBytes
    }
    this.#splitHeader ??= Buffer.allocUnsafe(headerBytes)
    const copied = chunk.copy(this.#splitHeader, this.#splitHeaderBytes, offset)
    this.#splitHeaderBytes += copied
    if (this.#splitHeaderBytes === headerBytes) {
      this.#splitHeaderBytes = 0
      this.#beginFrame(this.#splitHeader.readUInt32BE(0), this.#splitHeader.readUInt32BE(4))
    }
    return offset + copied
  }

  #beginFrame(lengthAndType: number, streamId: number): void {
    const bytes = lengthAndType >>> 8
    const end = (lengthAndType & endFlag) !== 0
    const rule = checkHeader(lengthAndType & ~endFlag & 0xff, bytes, end, streamId, this.#sender)
    this.#rule = rule
    this.#streamId = streamId
    this.#end = end
    this.#bytesMissing = bytes
    this.frames += 1
    if (rule.isCounted) this.#countedBytes += headerBytes + bytes
    if (bytes === 0) this.#takePayload(noBytes, 0)
  }

  #takePayload(chunk: Buffer, offset: number): number {
    const rule = this.#rule
    if (!rule) throw new Error('a payload without a header')
    const next = Math.min(chunk.length, offset + this.#bytesMissing)
    this.#bytesMissing -= next - offset
    if (rule.type === frameType.data) {
      this.#sink.receiveData(this.#streamId, chunk.subarray(offset, next), this.#end && this.#bytesMissing === 0)
      return next
    }
    const payload = this.#joinPayload(chunk, offset, next)
    if (payload) this.#sink.receiveFrame(rule.type, this.#streamId, this.#end, payload)
    return next
  }

  /** Returns the whole payload; undefined if part of it is missing. */
  #joinPayload(chunk: Buffer, offset: number, next: number): Buffer | undefined {
    if (!this.#splitPayload && this.#bytesMissing === 0) return chunk.subarray(offset, next)
    this.#splitPayload ??= Buffer.allocUnsafe(next - offset + this.#bytesMissing)
    chunk.copy(this.#splitPayload, this.#splitPayload.length - this.#bytesMissing - (next - offset), offset, next)
    if (this.#bytesMissing > 0) return undefined
    const payload = this.#splitPayload
    this.#splitPayload = undefined
    return payload
  }
}

const noBytes = Buffer.alloc(0)

/** Throws if a frame's header is not allowed, before a byte of its payload is kept. */
function checkHeader(type: number, bytes: number, end: boolean, streamId: number, sender: string): FrameRule {
  const rule = frameRules[type]
  if (!rule) throw protocolError(`expected a frame type from 1 to 13, got ${type}`)
  if (rule.sender !== 'both' && rule.sender !== sender) {
    throw protocolError(`expected ${rule.name} from the ${rule.sender} only, got it from the ${sender}`)
  }
  if (bytes < rule.bytesMin || bytes > rule.bytesMax) {
    const range = rule.bytesMin === rule.bytesMax ? `${rule.bytesMin}` : `${rule.bytesMin} to ${rule.bytesMax}`
    throw protocolError(`expected ${rule.name} with ${range} bytes, got ${bytes}`)
  }
  if ((streamId === 0) !== (rule.scope === 'session')) {
    throw protocolError(
      `expected ${rule.name} on ${rule.scope === 'session' ? 'stream 0' : 'a stream'}, got ${streamId}`,
    )
  }
  if (end ? rule.end === 'never' : rule.end === 'always') {
    throw protocolError(`expected ${rule.name} ${end ? 'without' : 'with'} the END bit`)
  }
  // A flood of such frames would cost work and carry nothing (compare CVE-2019-9518).
  if (rule.type === frameType.data && bytes === 0 && !end)
    throw protocolError('expected bytes or the END bit in a DATA frame, got neither')
  return rule
}
