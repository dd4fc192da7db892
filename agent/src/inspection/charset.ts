/** Returns the charset that a Content-Type names, as the Encoding Standard calls it: UTF-8 if there is none, undefined if it is unknown here. */
export function charsetOf(contentType: string): string | undefined {
  const label = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1]
  // Most texts are; a decoder costs more than all the rest of keeping a small one.
  if (label === undefined || /^utf-?8$/i.test(label)) return 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder()

/** Decodes a text in a known charset. What is no text in it becomes U+FFFD. */
export function decodeText(bytes: Buffer, charset: string): string {
  return charset === 'utf-8' ? utf8.decode(bytes) : new TextDecoder(charset).decode(bytes)
}

/** Encodes a text in UTF-8, UTF-16 or a charset of single bytes; undefined if that cannot express it. */
export function encodeText(text: string, charset: string): Buffer | undefined {
  if (charset === 'utf-8') return Buffer.from(text)
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const decoder = new TextDecoder(charset)
  const codes = new Map<string, number>()
  for (let byte = 255; byte >= 0; byte -= 1) codes.set(decoder.decode(Uint8Array.of(byte)), byte)
  // Bytes that are no text alone.
  codes.delete('\ufffd')
  const bytes = Buffer.allocUnsafe(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = codes.get(text.charAt(index))
    if (code === undefined) return undefined
    bytes[index] = code
  }
  return bytes
}
