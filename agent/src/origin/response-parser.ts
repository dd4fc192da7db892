import { HeadCache } from '@culvert/program/head-cache'
import type { HeaderField, RequestHead } from '@culvert/wire'
import { BadResponse, parseResponseHead, parseTrailers } from '../net/response-head.ts'
import { NotHttp } from './not-http.ts'
import type { ParsedHead } from '../net/response-head.ts'

/** Receives the parts of a response. */
export interface ResponseReceiver {
  /** A head; 1xx heads come before the final one. */
  onResponseHead(head: Readonly<ParsedHead>): void
  /** Bytes of the body, or of the new protocol after 101. */
  onResponseData(chunk: Buffer): void
  /** Called when the response is complete, as the last call of a `push`. */
  onResponseEnd(trailers: readonly HeaderField[]): void
}

/** A head of this length always fits a HEAD frame, which carries the same text with shorter separators. */
const headBytesMax = 64 * 1024
const chunkLineBytesMax = 4 * 1024

/** What comes next on the connection. */
type Part = 'head' | 'length' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'until-close' | 'raw' | 'end'

/** Heads that an app has sent, by their text. */
export class KnownHeads extends HeadCache<ParsedHead> {
  constructor() {
    super(64)
  }
}

/** Parses the responses of one connection by a strict reading of RFC 9112: everything ambiguous is refused. */
export class ResponseParser {
  /** Whether another request may follow on the connection. True only after a complete response. */
  isReusable = false
  /** Whether no part of an answer has arrived since the request. */
  isUntouched = true
  /** How long the app keeps an idle connection, in milliseconds, if it states that. */
  keepAliveMs: number | undefined
  readonly #known: KnownHeads
  #part: Part = 'end'
  #request: Pick<RequestHead, 'method' | 'kind'> = { method: '', kind: 'http' }
  #isPersistent = false
  #remainingBytes = 0
  /** The beginning of a head or line whose end has not arrived. */
  #held: Buffer | undefined

  /** An app sends the same fields on all its connections, so `known` may be shared. */
  constructor(known = new KnownHeads()) {
    this.#known = known
  }

  /** Reports whether the connection has spoken another protocol since a 101. */
  get isRaw(): boolean {
    return this.#part === 'raw'
  }

  /** Reports whether it retains a part of the last push. */
  get isHolding(): boolean {
    return this.#held !== undefined
  }

  /** Expects the response to a request. */
  begin(request: Pick<RequestHead, 'method' | 'kind'>): void {
    this.#request = request
    this.#part = 'head'
    this.isReusable = false
    this.isUntouched = true
  }

  /** Takes the bytes that the connection received. Throws BadResponse; nothing may be pushed after that. */
  push(bytes: Buffer, receiver: ResponseReceiver): void {
    this.isUntouched = false
    let chunk = bytes
    if (this.#held !== undefined) {
      chunk = Buffer.concat([this.#held, bytes])
      this.#held = undefined
    }
    let at = 0
    while (at < chunk.length) {
      switch (this.#part) {
        case 'head': {
          if (chunk[at] !== firstByte) checkStart(chunk, at)
          const end = this.#find('\r\n\r\n', chunk, at, headBytesMax)
          if (end === -1) {
            checkStart(chunk, at)
            checkLines(chunk, at, 'lines that end')
            return
          }
          const head = this.#readHead(chunk.toString('latin1', at, end))
          at = end + 4
          // Before the visitor gets a status, because a fault in the first chunk line can still be answered with a page.
          if (head.framing === 'chunked') checkLineEnd(chunk, at, 'a chunk line that ends')
          receiver.onResponseHead(head)
          if (this.#beginBody(head)) this.#end(receiver, noFields, at === chunk.length)
          break
        }
        case 'length':
        case 'chunk-data': {
          const end = Math.min(chunk.length, at + this.#remainingBytes)
          this.#remainingBytes -= end - at
          receiver.onResponseData(at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end))
          at = end
          if (this.#remainingBytes > 0) return
          if (this.#part === 'chunk-data') this.#part = 'chunk-end'
          else this.#end(receiver, noFields, at === chunk.length)
          break
        }
        case 'chunk-size': {
          const end = this.#find('\r\n', chunk, at, chunkLineBytesMax)
          checkLineEnd(chunk, at, 'a chunk line that ends')
          if (end === -1) return
          this.#remainingBytes = parseChunkSize(chunk.toString('latin1', at, end))
          this.#part = this.#remainingBytes === 0 ? 'trailers' : 'chunk-data'
          at = end + 2
          break
        }
        case 'chunk-end': {
          if (chunk[at] === lineFeed) throw bareLineFeed('a chunk that ends')
          if (chunk.length - at < 2) {
            this.#held = chunk.subarray(at)
            return
          }
          if (chunk.readUInt16BE(at) !== carriageReturnLineFeed) {
            throw new BadResponse('expected a line end behind a chunk, got more bytes than it announced')
          }
          this.#part = 'chunk-size'
          at += 2
          break
        }
        case 'trailers': {
          const lineEnd = this.#find('\r\n', chunk, at, headBytesMax)
          const end = lineEnd === at ? at : this.#find('\r\n\r\n', chunk, at, headBytesMax)
          if (end === -1) {
            checkLines(chunk, at, 'trailers that end')
            return
          }
          const trailers = end === at ? noFields : parseTrailers(chunk.toString('latin1', at, end))
          at = end + (end === at ? 2 : 4)
          this.#end(receiver, trailers, at === chunk.length)
          break
        }
        case 'until-close':
        case 'raw':
          receiver.onResponseData(at === 0 ? chunk : chunk.subarray(at))
          return
        case 'end':
          // Surplus bytes belong to no request; reading on would take them for the next response.
          this.isReusable = false
          return
        default:
          throw new Error(`A part is not handled: ${String(this.#part satisfies never)}`)
      }
    }
  }

  /** Called when the app has closed its side. Returns whether that is the proper end of a response. */
  finish(receiver: ResponseReceiver): boolean {
    if (this.#part !== 'until-close') return false
    this.#end(receiver, noFields, false)
    return true
  }

  #readHead(text: string): Readonly<ParsedHead> {
    const { method, kind } = this.#request
    // In an answer to these methods, the same head means something else.
    if (method === 'HEAD' || kind === 'upgrade') return parseResponseHead(text, this.#request)
    const known = this.#known.find(text)
    if (known !== undefined) return known
    const head = parseResponseHead(text, this.#request)
    this.#known.keep(head, text)
    return head
  }

  /** Returns whether the response is complete with its head. */
  #beginBody(head: Readonly<ParsedHead>): boolean {
    this.#isPersistent = head.isPersistent
    this.keepAliveMs = head.keepAliveMs
    switch (head.framing) {
      case 'none':
        return head.status >= 200
      case 'length':
        this.#remainingBytes = head.contentLength
        this.#part = 'length'
        return head.contentLength === 0
      case 'chunked':
        this.#part = 'chunk-size'
        return false
      case 'until-close':
      case 'raw':
        this.#part = head.framing
        return false
      default:
        throw new Error(`A framing is not handled: ${String(head.framing satisfies never)}`)
    }
  }

  #end(receiver: ResponseReceiver, trailers: readonly HeaderField[], isLastByte: boolean): void {
    this.#part = 'end'
    this.isReusable = this.#isPersistent && isLastByte
    receiver.onResponseEnd(trailers)
  }

  /** Returns the index of `terminator`, or -1 if it has not arrived: then the bytes are kept for the next push. */
  #find(terminator: string, chunk: Buffer, at: number, bytesMax: number): number {
    const end = chunk.indexOf(terminator, at, 'latin1')
    const length = (end === -1 ? chunk.length : end) - at
    if (length > bytesMax) {
      throw new BadResponse(`expected a ${this.#part} of at most ${bytesMax} bytes, got ${length} without an end`)
    }
    if (end === -1) this.#held = chunk.subarray(at)
    return end
  }
}

const carriageReturn = 0x0d
const lineFeed = 0x0a
const carriageReturnLineFeed = 0x0d0a
const start = Buffer.from('HTTP/1.')
const firstByte = start[0]

/** Throws when the bytes so far cannot become a response: waiting for the rest could take forever. */
function checkStart(chunk: Buffer, at: number): void {
  const length = Math.min(start.length, chunk.length - at)
  if (chunk.compare(start, 0, length, at, at + length) !== 0) throw new NotHttp(chunk.subarray(at))
}

/** Throws when the next line ends in LF alone. An app that writes such lines never writes the awaited end. */
function checkLineEnd(chunk: Buffer, at: number, what: string): void {
  const end = chunk.indexOf(lineFeed, at)
  if (end !== -1 && (end === at || chunk[end - 1] !== carriageReturn)) throw bareLineFeed(what)
}

/** Does the same for every line that has arrived. */
function checkLines(chunk: Buffer, at: number, what: string): void {
  for (let end = chunk.indexOf(lineFeed, at); end !== -1; end = chunk.indexOf(lineFeed, end + 1)) {
    if (end === at || chunk[end - 1] !== carriageReturn) throw bareLineFeed(what)
  }
}

function bareLineFeed(what: string): BadResponse {
  return new BadResponse(`expected ${what} in CR LF, got LF alone`)
}
const noFields: readonly HeaderField[] = []
/** Parses a size in hexadecimal, perhaps with extensions, which are skipped (RFC 9112, section 7.1.1). */
const chunkLine = /^([0-9a-f]{1,13})(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?$/i

function parseChunkSize(line: string): number {
  const size = chunkLine.exec(line)?.[1]
  if (size === undefined) throw new BadResponse(`expected a chunk size, got ${JSON.stringify(line.slice(0, 60))}`)
  return Number.parseInt(size, 16)
}
