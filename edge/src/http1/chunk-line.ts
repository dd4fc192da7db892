import { badRequest } from '../http/refusal.ts'

/** A size line of a chunk. */
export interface ChunkLine {
  /** Bytes that follow; 0 for the last chunk. */
  size: number
  /** The length of the extensions, which are skipped. */
  extensionBytes: number
}

/** A size must be a safe integer. */
const sizeDigitsMax = 13
const digits = /^[0-9a-f]+$/i
/**
 * RFC 9112, section 7.1.1: `;name`, `;name=token` or `;name="text"`, any number of them. Blanks in between, which the
 * grammar allows as "bad whitespace", are refused: other parsers treat them as the end of the line.
 */
const extensions =
  /^(?:;[!#$%&'*+\-.^_`|~0-9a-z]+(?:=(?:[!#$%&'*+\-.^_`|~0-9a-z]+|"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"))?)*$/i

/** Parses the line before a chunk, without its line end. Throws RequestRefused. */
export function parseChunkLine(text: string): ChunkLine {
  const semicolon = text.indexOf(';')
  const size = semicolon === -1 ? text : text.slice(0, semicolon)
  if (!digits.test(size)) throw badRequest('malformed: the size of a chunk')
  if (size.length > sizeDigitsMax) throw badRequest(`a chunk size of more than ${sizeDigitsMax} digits`)
  if (semicolon !== -1 && !extensions.test(text.slice(semicolon))) throw badRequest('malformed: a chunk extension')
  return { size: Number.parseInt(size, 16), extensionBytes: text.length - size.length }
}
