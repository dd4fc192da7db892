import { Repeats, share } from '@culvert/wire'
import { parseFieldLines, parseRequestLine } from './field-lines.ts'
import { HeaderSection } from './header-section.ts'
import type { RawRequestHead } from './request-head.ts'
import type { Peer } from './visitor.ts'

/** Reads the heads of a connection. Clients that keep one repeat them word for word, or all but the request line. */
export class HeadReader {
  readonly #peer: Peer
  readonly #heads = new Repeats<RawRequestHead>(2, ({ section }) => shareFields(section))
  readonly #sections = new Repeats<HeaderSection>(4, shareFields)

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** Takes a head apart, without the empty line at its end. Throws RequestRefused. */
  read(text: string): RawRequestHead {
    const known = this.#heads.find(text)
    if (known !== undefined) return known
    const found = text.indexOf('\r\n')
    const lineEnd = found === -1 ? text.length : found
    const line = parseRequestLine(text.slice(0, lineEnd))
    const head = { ...line, section: this.#readSection(text, Math.min(text.length, lineEnd + 2)) }
    this.#heads.keep(head, text)
    return head
  }

  #readSection(text: string, start: number): HeaderSection {
    const known = this.#sections.find(text, start)
    if (known !== undefined) return known
    const section = new HeaderSection(parseFieldLines(text.slice(start)), this.#peer)
    this.#sections.keep(section, text, start)
    return section
  }
}

function shareFields({ facts }: HeaderSection): void {
  share(facts.fields)
}
