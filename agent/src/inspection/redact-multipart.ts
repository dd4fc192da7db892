import { redactText } from './redact-text.ts'
import type { Note } from './redact-text.ts'
import { isSecretName, redacted } from './secret-names.ts'

/** Removes the secrets from the content of a part of this type; returns binary content unchanged. */
type RedactContent = (content: string, contentType: string) => string

/** Removes the fields whose names indicate secrets from a multipart body, and secrets from its parts by their types. Other bytes stay. */
export function redactMultipart(bytes: Buffer, contentType: string, note: Note, redactContent: RedactContent): Buffer {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  // latin1 has a character for each byte, so binary parts are restored unchanged.
  const text = bytes.toString('latin1')
  if (mark === undefined) return Buffer.from(redactText(text, note), 'latin1')
  const delimiter = `--${mark}`
  const parts = text.split(delimiter).map((part) => redactPart(part, note, redactContent))
  return Buffer.from(parts.join(delimiter), 'latin1')
}

function redactPart(part: string, note: Note, redactContent: RedactContent): string {
  const headEnd = part.indexOf('\r\n\r\n')
  if (headEnd === -1) return redactText(part, note)
  const head = part.slice(0, headEnd + 4)
  // The line end before a delimiter belongs to the delimiter (RFC 2046, section 5.1.1).
  const end = part.endsWith('\r\n') ? '\r\n' : ''
  const content = part.slice(headEnd + 4, part.length - end.length)
  const named = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(head)
  const name = named?.[1] ?? named?.[2] ?? ''
  if (isSecretName(name)) {
    note(name)
    return `${head}${redacted}${end}`
  }
  const type = /^content-type:[ \t]*([^\r\n]+)/im.exec(head)?.[1] ?? 'text/plain'
  return `${head}${redactContent(content, type)}${end}`
}
