import { redactText } from './redact-text.ts'
import type { Note } from './redact-text.ts'
import { isSecretName, redacted } from './secret-names.ts'

/** Removes the secrets from the content of a part of this type. Returns binary content unchanged, and undefined if secrets cannot be found in it. */
type RedactContent = (content: Buffer, contentType: string) => Buffer | undefined

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
  const known = isSecretName(name) ? undefined : redactEncoded(content, head, redactContent)
  if (known === undefined) note(name === '' ? 'a part of multipart' : name)
  return `${head}${known ?? redacted}${end}`
}

/** Content-Transfer-Encodings that leave bytes as they are (RFC 2045, section 6.2). */
const plainEncodings: ReadonlySet<string> = new Set(['', '7bit', '8bit', 'binary'])

function redactEncoded(content: string, head: string, redactContent: RedactContent): string | undefined {
  const type = findPartField(head, 'content-type') ?? 'text/plain'
  const encoding = (findPartField(head, 'content-transfer-encoding') ?? '').trim().toLowerCase()
  if (plainEncodings.has(encoding)) return redactContent(Buffer.from(content, 'latin1'), type)?.toString('latin1')
  if (encoding !== 'base64') return undefined
  const decoded = Buffer.from(content, 'base64')
  const known = redactContent(decoded, type)
  return known?.equals(decoded) ? content : known?.toString('base64')
}

function findPartField(head: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*([^\\r\\n]+)`, 'im').exec(head)?.[1]
}
