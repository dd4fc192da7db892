import { forbiddenInValue, sliceTrimmed, token } from '@culvert/program/field-syntax'
import { fieldKind, isKnownName } from '../http/field-kinds.ts'
import { type RequestRefused, badRequest } from '../http/refusal.ts'
import type { RequestLine } from '../http/request-head.ts'

/** Characters that no piece of a head contains. The other half of its first LF or of its last CR may be in another piece. */
const forbiddenInPiece = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n|$)|(?<!\r|^)\n/
const oddCharacter = 'a control character or a line end that is not CR LF'
/** ASCII without spaces (RFC 3986, section 2). */
const plainTarget = /^[\x21-\x7e]+$/
const version = /^HTTP\/\d\.\d$/

/** Refuses an incomplete head that no additional byte can make valid. Throws RequestRefused. */
export function checkHeadPiece(text: string): void {
  if (forbiddenInPiece.test(text)) throw malformed(oddCharacter)
}

/** Parses a request line, without its line end: single spaces only (RFC 9112, section 3). Throws RequestRefused. */
export function parseRequestLine(line: string): RequestLine {
  const methodEnd = line.indexOf(' ')
  const targetEnd = line.indexOf(' ', methodEnd + 1)
  const method = line.slice(0, Math.max(0, methodEnd))
  const target = line.slice(methodEnd + 1, targetEnd === -1 ? line.length : targetEnd)
  const protocol = targetEnd === -1 ? 'HTTP/0.9' : line.slice(targetEnd + 1)
  const isKnown = protocol === 'HTTP/1.1' || version.test(protocol)
  if (!isKnown || !plainTarget.test(target) || !token.test(method)) throw malformed('the request line')
  return { method, target, httpVersion: protocol.slice(httpPrefix.length) }
}

const httpPrefix = 'HTTP/'

/** Parses a trailer section, without the empty line at its end. Throws RequestRefused. */
export function parseTrailerLines(text: string): string[] {
  const trailers = parseFieldLines(text)
  // A trailer must not frame the message (RFC 9110, section 6.5.1).
  for (let index = 0; index < trailers.length; index += 2) {
    const kind = fieldKind(trailers[index] ?? '')
    if (kind === 'content-length' || kind === 'transfer-encoding') throw malformed('a trailer that frames')
  }
  return trailers
}

/**
 * Parses field lines, without an empty line at their end: names and values alternating. No space before the colon, no
 * folded line (RFC 9112, sections 5.1 and 5.2). Throws RequestRefused.
 */
export function parseFieldLines(text: string): string[] {
  const fields: string[] = []
  let at = 0
  while (at < text.length) {
    const found = text.indexOf('\r\n', at)
    const lineEnd = found === -1 ? text.length : found
    const colon = text.indexOf(':', at)
    if (colon === -1 || colon > lineEnd) throw malformed('a field without a colon')
    const name = text.slice(at, colon)
    if (!isKnownName(name) && !token.test(name)) throw malformed('the name of a field')
    if (name.length === codingName.length && name.toLowerCase() === codingName) checkCodingBlanks(text, colon, lineEnd)
    const value = sliceTrimmed(text, colon + 1, lineEnd)
    if (forbiddenInValue.test(value)) throw malformed(oddCharacter)
    fields.push(name, value)
    at = lineEnd + 2
  }
  return fields
}

const codingName = 'transfer-encoding'

/** Tabs around a value are allowed, but some parsers (llhttp among them) read a coding followed by a tab as a different coding. */
function checkCodingBlanks(text: string, from: number, to: number): void {
  const tab = text.indexOf('\t', from)
  if (tab !== -1 && tab < to) throw malformed('a tab beside a coding')
}

function malformed(what: string): RequestRefused {
  return badRequest(`malformed: ${what}`)
}
