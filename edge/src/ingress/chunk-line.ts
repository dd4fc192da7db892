import { RequestRefused } from './request-head.ts'

/** A size line of a chunk. */
export interface ChunkLine {
  /** Bytes that follow; 0 for the last chunk. */
  size: number
  /** Length of the extensions, which are read and dropped. */
  extensionBytes: number
}

/**
 * RFC 9112, section 7.1: hexadecimal digits, then extensions of a strict form. Blanks around them, which the grammar
 * allows as bad, are refused: other parsers take them for the end of the line.
 */
const chunkLine =
  /^([0-9a-f]+)((?:;[!#$%&'*+\-.^_`|~0-9a-z]+(?:=(?:[!#$%&'*+\-.^_`|~0-9a-z]+|"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"))?)*)$/i

/** So that every size is a number that JavaScript can tell from the next one. */
const sizeDigitsMax = 13

/** Reads the line before a chunk, without its line end. Throws RequestRefused. */
export function parseChunkLine(text: string): ChunkLine {
  const match = chunkLine.exec(text)
  if (match === null) throw new RequestRefused('CULVERT_BAD_REQUEST', 'malformed: the size of a chunk')
  const [, size = '', extensions = ''] = match
  if (size.length > sizeDigitsMax) {
    throw new RequestRefused('CULVERT_BAD_REQUEST', `a chunk size of more than ${sizeDigitsMax} digits`)
  }
  return { size: Number.parseInt(size, 16), extensionBytes: extensions.length }
}
