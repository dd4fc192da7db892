import { token } from '@culvert/program/field-syntax'
import { protocolError } from './errors.ts'
import { payloadBytesMax } from './protocol.ts'
import { Memo } from '@culvert/program/head-cache'
import type { CachedValue, HeadCache } from '@culvert/program/head-cache'
import type { HeaderField } from './types.ts'

// Text on the wire is latin1, its parts joined by LF: one native call encodes or decodes a whole head. A part therefore
// never contains LF. CR and NUL are also refused: they let one field smuggle in another (RFC 9110, section 5.5).

/** Returns the text as a part of a payload. Throws a `WireError` if it contains what no part may contain. */
export function encodePart(text: string, what: string): string {
  if (forbiddenInPart.test(text)) throw protocolError(`expected ${what} of latin1 without CR, LF and NUL`)
  return text
}

/** Returns the fields as text that follows other parts: an LF before each name and each value. */
export function encodeFields(fields: readonly HeaderField[], isShared = false): string {
  return encodings.get(fields, isShared)
}

const encodings = new Memo(encode)

function encode(fields: readonly HeaderField[]): string {
  const parts = ['']
  for (const [name, value] of fields) {
    checkToken(name, 'a field name')
    if (forbiddenInPart.test(value)) throw protocolError(`expected latin1 without CR, LF and NUL in the field ${name}`)
    parts.push(name, value)
  }
  // A string built piece by piece stays in pieces, and would be joined again for each frame.
  return parts.join('\n')
}

/** Throws if the text is too long for a frame. In latin1 each character is a byte. */
export function checkTextBytes(text: string, what: string): void {
  if (text.length <= payloadBytesMax) return
  throw protocolError(`expected ${what} of at most ${payloadBytesMax} bytes, got ${text.length}`)
}

/** Throws unless the text is a token (RFC 9110, section 5.6.2), as methods and field names are. */
export function checkToken(text: string, what: string): void {
  if (token.test(text)) return
  throw protocolError(`expected ${what} of token characters, got ${JSON.stringify(text.slice(0, 64))}`)
}

/** The fields of a head; other heads may share them. */
export interface HeaderSection extends CachedValue {
  readonly fields: readonly HeaderField[]
}

/** Reads the parts of a payload in order; faster than `split`, because it creates no array. */
export class FieldReader {
  readonly #text: string
  #offset = 0

  constructor(text: string) {
    this.#text = text
    if (text.includes('\r') || text.includes('\0')) throw protocolError('expected text without CR and NUL')
  }

  /** Returns the next part. Errors name `what` as the part that was expected. */
  read(what: string): string {
    if (this.#isAtEnd()) throw protocolError(`expected ${what}, got the end of the payload`)
    const lineFeed = this.#text.indexOf('\n', this.#offset)
    const end = lineFeed === -1 ? this.#text.length : lineFeed
    const part = this.#text.slice(this.#offset, end)
    this.#offset = end + 1
    return part
  }

  /** Returns the fields in the rest of the payload, shared with other heads that have the same fields. */
  readSection(known: HeadCache<HeaderSection>): HeaderSection {
    if (this.#isAtEnd()) return { fields: [], isShared: false }
    const start = this.#offset
    const repeated = known.find(this.#text, start)
    if (repeated !== undefined) return repeated
    const section = { fields: this.readFields(), isShared: false }
    known.keep(section, this.#text, start)
    return section
  }

  /** Returns the fields in the rest of the payload. */
  readFields(): HeaderField[] {
    const fields: HeaderField[] = []
    while (!this.#isAtEnd()) {
      const name = this.read('a field name')
      checkToken(name, 'a field name')
      fields.push([name, this.read('a field value')])
    }
    return fields
  }

  #isAtEnd(): boolean {
    return this.#offset > this.#text.length
  }
}

const forbiddenInPart = /[\0\r\n\u0100-\uffff]/
