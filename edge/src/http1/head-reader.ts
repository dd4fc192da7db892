import { rememberedLengthMax, HeadCache } from '@culvert/program/head-cache'
import { parseFieldLines, parseRequestLine } from './field-lines.ts'
import { HeaderSection } from '../http/header-section.ts'
import type { RawRequestHead } from '../http/request-head.ts'
import type { Peer } from '../http/origin.ts'
import type { VisitorRequest } from '../visitor.ts'

/** Reads the heads of a connection. A client that keeps its connection repeats its heads verbatim, or everything but the request line. */
export class HeadReader {
  /** The length of the last head, with the empty line at its end. */
  rememberedBytes = 0
  readonly #peer: Peer
  readonly #sections = new HeadCache<HeaderSection>(4)
  /** The last head, in memory that may be longer. */
  #last = noBytes
  #lastRequest: VisitorRequest | undefined
  #isFirst = true

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** Parses a head, without the empty line at its end. Throws RequestRefused. */
  read(text: string): RawRequestHead {
    const found = text.indexOf('\r\n')
    const lineEnd = found === -1 ? text.length : found
    const line = parseRequestLine(text.slice(0, lineEnd))
    return { ...line, section: this.#readSection(text, Math.min(text.length, lineEnd + 2)) }
  }

  /** Remembers the head between `start` and `end`, until the next. */
  remember(input: Buffer, start: number, end: number, request: VisitorRequest): void {
    const bytes = end - start
    this.#lastRequest = undefined
    // A client that sends a single request must not cost anything here.
    if (this.#isFirst || bytes > rememberedLengthMax) {
      this.#isFirst = false
      return
    }
    if (this.#last.length < bytes) this.#last = Buffer.allocUnsafeSlow(bytes)
    this.rememberedBytes = input.copy(this.#last, 0, start, end)
    this.#lastRequest = request
  }

  /** Returns the request at `start` if its head repeats the last one byte for byte. It is `rememberedBytes` long. */
  recall(input: Buffer, start: number): VisitorRequest | undefined {
    const last = this.#lastRequest
    const end = start + this.rememberedBytes
    if (last === undefined || end > input.length) return undefined
    if (input.compare(this.#last, 0, this.rememberedBytes, start, end) !== 0) return undefined
    return { ...last, id: undefined }
  }

  #readSection(text: string, start: number): HeaderSection {
    const known = this.#sections.find(text, start)
    if (known !== undefined) return known
    const section = new HeaderSection(parseFieldLines(text.slice(start)), this.#peer)
    this.#sections.keep(section, text, start)
    return section
  }
}

const noBytes = Buffer.alloc(0)
