import { protocolError } from './errors.ts'
import { payloadBytesMax } from './protocol.ts'
import type { HeaderField } from './types.ts'

/**
 * Text on the wire is latin1, its parts joined by LF: one native encode and one split for a whole head. A part
 * therefore never holds LF; CR and NUL are refused with it, for they let one field smuggle another
 * (RFC 9110, section 5.5).
 */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const forbiddenInPart = /[\0\r\n\u0100-\uffff]/
// oxlint-disable-next-line no-control-regex -- as above; LF has been split at
const forbiddenInLines = /[\0\r]/
/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** True when the text is a token of RFC 9110: what methods and field names are made of. */
export function isToken(text: string): boolean {
  return token.test(text)
}

/** The text as a part of a payload. Throws a `WireError` when it holds what a part must not hold. */
export function encodePart(text: string, what: string): string {
  if (forbiddenInPart.test(text)) throw protocolError(`expected ${what} of latin1 without CR, LF and NUL`)
  return text
}

/** The fields as LF-joined text, or the empty text when there are none. */
export function encodeFields(fields: readonly HeaderField[]): string {
  let text = ''
  for (const [name, value] of fields) {
    checkName(name)
    if (forbiddenInPart.test(value)) throw protocolError(`expected a value of latin1 without CR, LF and NUL in ${name}`)
    text += text === '' ? `${name}\n${value}` : `\n${name}\n${value}`
  }
  return text
}

/** Throws when text is too long for a frame. Latin1 has a byte a character. */
export function checkTextBytes(text: string, frameName: string): void {
  if (text.length <= payloadBytesMax) return
  throw protocolError(`expected a ${frameName} of at most ${payloadBytesMax} bytes, got ${text.length}`)
}

/** The parts of a payload. */
export function decodeParts(payload: Buffer, offset = 0): string[] {
  const text = payload.toString('latin1', offset)
  if (forbiddenInLines.test(text)) throw protocolError('expected text without CR and NUL')
  return text.split('\n')
}

/** The fields in `parts`, from the index `first` to the end. */
export function decodeFields(parts: readonly string[], first: number): HeaderField[] {
  if ((parts.length - first) % 2 !== 0) throw protocolError('expected a value for every field name, got an odd count')
  const fields: HeaderField[] = []
  for (let index = first; index < parts.length; index += 2) {
    const name = parts[index] ?? ''
    checkName(name)
    fields.push([name, parts[index + 1] ?? ''])
  }
  return fields
}

function checkName(name: string): void {
  if (!token.test(name))
    throw protocolError(`expected a field name of token characters, got ${JSON.stringify(name.slice(0, 64))}`)
}
