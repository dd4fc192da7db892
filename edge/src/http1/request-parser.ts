import { ownMemory, release } from '@culvert/program/memory'
import { parseChunkLine } from './chunk-line.ts'
import { checkHeadPiece, parseTrailerLines } from './field-lines.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { HeadReader } from './head-reader.ts'
import { type Refusal, RequestRefused, badRequest, makeRefusal } from '../http/refusal.ts'
import { type RawRequestHead, headBytesMax, readRequestHead } from '../http/request-head.ts'
import type { Peer } from '../http/origin.ts'
import type { VisitorRequest } from '../visitor.ts'

/** Receives what the parser reads. Every call may pause the parser. */
export interface RequestReceiver {
  /** Called for a head that passed every check. After a head with a body or an upgrade, the parser pauses automatically. */
  onRequest(request: VisitorRequest): void
  onBody(chunk: Buffer): void
  /** Called when a request's body is complete; `trailers` alternate name and value. */
  onBodyEnd(trailers: readonly string[]): void
  /** Called when the bytes can be read in more than one way, or in none. No call follows. */
  onRefused(refusal: Refusal): void
}

const chunkLineBytesMax = 1024
/** The most bytes of extensions in a body: each costs work and carries nothing (compare CVE-2024-22019). */
const extensionBytesMax = 16 * 1024

/** What follows next on the connection. */
type Part = 'head' | 'length' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'raw' | 'stopped'

/**
 * Parses the requests of one connection by a strict reading of RFC 9112: bytes in, cut anywhere, events out. Uses no
 * socket. Holds at most an unfinished head or line, and the bytes that arrived while it was paused.
 */
export class RequestParser {
  readonly #peer: Peer
  readonly #receiver: RequestReceiver
  readonly #heads: HeadReader
  #part: Part = 'head'
  #isPaused = false
  #isRunning = false
  /** The bytes that have arrived; those from `#at` on have not been read. */
  #input: Buffer = noBytes
  #at = 0
  readonly #joined = new GrowingBuffer()
  /** How many bytes of an unfinished head or line have already been searched for its end. */
  #scannedBytes = 0
  /** Whether an empty line before this request was skipped. */
  #isEmptyLineSkipped = false
  #remainingBytes = 0
  #extensionBytes = 0
  /** The pieces of a body from one call, delivered together: tiny chunks would cost far more memory than their bytes. */
  #pieces: Buffer[] = []

  constructor(peer: Peer, receiver: RequestReceiver) {
    this.#peer = peer
    this.#receiver = receiver
    this.#heads = new HeadReader(peer)
  }

  /** Reports whether it waits for a request, of which no byte has arrived. */
  get isBetweenRequests(): boolean {
    return this.#part === 'head' && this.#at === this.#input.length
  }

  /** Reports whether a part of a request's head has arrived, but not all. */
  get isInHead(): boolean {
    return this.#part === 'head' && this.#at < this.#input.length && !this.#isPaused
  }

  /** The number of bytes that wait. */
  get heldBytes(): number {
    return this.#input.length - this.#at
  }

  /** Takes what the connection received, and releases it once it has read everything. */
  push(bytes: Buffer): void {
    if (this.#at === this.#input.length) {
      this.#joined.clear()
      this.#input = bytes
    } else {
      const input = this.#input
      this.#input = this.#joined.join(input.subarray(this.#at), bytes)
      // Both were copied.
      release(input, 'reader')
      release(bytes, 'reader')
    }
    this.#at = 0
    this.#run()
  }

  /** Pauses the events; bytes that arrive meanwhile are held. */
  pause(): void {
    this.#isPaused = true
  }

  /** Resumes the events, beginning with the held bytes. */
  resume(): void {
    this.#isPaused = false
    this.#run()
  }

  /** Stops for good; bytes that wait and those that still arrive are dropped. */
  stop(): void {
    this.#part = 'stopped'
    this.#pieces = []
    this.takeRest()
  }

  /** Returns the unread bytes, for example those after the head of an upgrade, and forgets them. */
  takeRest(): Buffer {
    const rest = this.#input.subarray(this.#at)
    this.#forgetInput()
    return rest
  }

  #run(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (!this.#isPaused && this.#at < this.#input.length && this.#readPart()) {}
      this.#emitBody()
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      this.#refuse(error)
    } finally {
      this.#isRunning = false
      if (this.#at === this.#input.length) this.#releaseInput()
      else if (this.#scannedBytes > 0) this.#ownInput()
    }
  }

  /** Keeps only as much memory as the unfinished text takes; the client may never send its end. */
  #ownInput(): void {
    this.#input = ownMemory(this.#input.subarray(this.#at), 'reader')
    this.#at = 0
  }

  /** Releases the input once all of it has been read; anything that keeps a part of it holds that part. */
  #releaseInput(): void {
    release(this.#input, 'reader')
    this.#forgetInput()
  }

  #forgetInput(): void {
    this.#input = noBytes
    this.#at = 0
  }

  /** Reads one part, or as much of it as has arrived. Returns false if more must arrive first. */
  #readPart(): boolean {
    switch (this.#part) {
      case 'head':
        return this.#readHead()
      case 'length':
      case 'chunk-data':
        return this.#readBody()
      case 'chunk-size':
        return this.#readChunkSize()
      case 'chunk-end':
        return this.#readChunkEnd()
      case 'trailers':
        return this.#readTrailers()
      case 'raw':
        return false
      case 'stopped':
        this.takeRest()
        return false
      default:
        throw new Error(`A part is not handled: ${String(this.#part satisfies never)}`)
    }
  }

  #readHead(): boolean {
    const start = this.#at
    const isBegun = this.#scannedBytes > 0
    if (!isBegun && this.#input[start] === carriageReturn && !this.#isEmptyLineSkipped) return this.#skipEmptyLine()
    const repeated = isBegun ? undefined : this.#heads.recall(this.#input, start)
    if (repeated !== undefined) {
      this.#at += this.#heads.rememberedBytes
      this.#begin(repeated)
      return true
    }
    const text = this.#takeText(emptyLine, headBytesMax)
    if (text === undefined) return false
    const raw = this.#heads.read(text)
    try {
      const request = readRequestHead(raw)
      this.#heads.remember(this.#input, start, this.#at, request)
      this.#begin(request)
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      this.#refuse(error, raw)
    }
    return true
  }

  #begin(request: VisitorRequest): void {
    this.#isEmptyLineSkipped = false
    if (request.kind === 'upgrade') {
      this.#part = 'raw'
      this.#isPaused = true
    } else if (request.hasBody) {
      this.#part = request.contentLength === undefined ? 'chunk-size' : 'length'
      this.#remainingBytes = request.contentLength ?? 0
      this.#extensionBytes = 0
      this.#isPaused = true
    }
    this.#receiver.onRequest(request)
  }

  /** Old clients send an empty line before a request (RFC 9112, section 2.2). */
  #skipEmptyLine(): boolean {
    if (!this.#takeLineEnd('malformed: CR before a request')) return false
    this.#isEmptyLineSkipped = true
    return true
  }

  /** Skips CR LF; anything else is refused with `fault`. Returns false if a part of it is missing. */
  #takeLineEnd(fault: string): boolean {
    if (this.#input[this.#at] !== carriageReturn) throw badRequest(fault)
    if (this.heldBytes < 2) return false
    if (this.#input[this.#at + 1] !== lineFeed) throw badRequest(fault)
    this.#at += 2
    return true
  }

  #readBody(): boolean {
    const end = Math.min(this.#input.length, this.#at + this.#remainingBytes)
    this.#remainingBytes -= end - this.#at
    this.#pieces.push(this.#input.subarray(this.#at, end))
    this.#at = end
    if (this.#remainingBytes > 0) return false
    if (this.#part === 'chunk-data') this.#part = 'chunk-end'
    else this.#endBody(noTrailers)
    return true
  }

  #readChunkSize(): boolean {
    const text = this.#takeText(lineEnd, chunkLineBytesMax)
    if (text === undefined) return false
    const { size, extensionBytes } = parseChunkLine(text)
    this.#extensionBytes += extensionBytes
    if (this.#extensionBytes > extensionBytesMax) throw badRequest('too many chunk extensions')
    this.#remainingBytes = size
    this.#part = size === 0 ? 'trailers' : 'chunk-data'
    return true
  }

  #readChunkEnd(): boolean {
    if (!this.#takeLineEnd('malformed: the end of a chunk')) return false
    this.#part = 'chunk-size'
    return true
  }

  #readTrailers(): boolean {
    if (this.#scannedBytes === 0 && this.#input[this.#at] === carriageReturn) {
      if (!this.#takeLineEnd('malformed: CR before trailers')) return false
      this.#endBody(noTrailers)
      return true
    }
    const text = this.#takeText(emptyLine, headBytesMax)
    if (text === undefined) return false
    this.#endBody(parseTrailerLines(text))
    return true
  }

  #endBody(trailers: readonly string[]): void {
    this.#part = 'head'
    this.#emitBody()
    this.#receiver.onBodyEnd(trailers)
  }

  #emitBody(): void {
    const [first] = this.#pieces
    if (first === undefined) return
    const chunk = this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#receiver.onBody(chunk)
  }

  #refuse(error: RequestRefused, head?: RawRequestHead): void {
    this.stop()
    this.#receiver.onRefused(makeRefusal(error, this.#peer, head))
  }

  /** Returns the text before `terminator`, and skips both; undefined if the terminator has not arrived. */
  #takeText(terminator: Buffer, bytesMax: number): string | undefined {
    const from = Math.max(0, this.#scannedBytes - terminator.length + 1)
    const end = this.#input.indexOf(terminator, this.#at + from)
    const bytes = (end === -1 ? this.#input.length : end) - this.#at
    if (bytes > bytesMax) throw this.#tooLong()
    if (end === -1) {
      // A head that is already malformed is refused at once: a client that sends LF alone would wait forever.
      checkHeadPiece(this.#input.toString('latin1', this.#at + from))
      this.#scannedBytes = bytes
      return undefined
    }
    const text = this.#input.toString('latin1', this.#at, end)
    this.#at = end + terminator.length
    this.#scannedBytes = 0
    return text
  }

  /** A request line of this length is too long because of its target (RFC 9112, section 3). */
  #tooLong(): RequestRefused {
    if (this.#part === 'chunk-size') return badRequest('a chunk line that is too long')
    const isInLine =
      this.#part === 'head' && this.#input.subarray(this.#at, this.#at + headBytesMax).indexOf(lineEnd) < 0
    return isInLine
      ? new RequestRefused('CULVERT_URL_TOO_LONG', 'no end of the request line')
      : new RequestRefused('CULVERT_HEAD_TOO_LARGE', `over ${headBytesMax} bytes`)
  }
}

const noBytes = Buffer.alloc(0)
const noTrailers: readonly string[] = []
const carriageReturn = 0x0d
const lineFeed = 0x0a
const lineEnd = Buffer.from('\r\n')
const emptyLine = Buffer.from('\r\n\r\n')
