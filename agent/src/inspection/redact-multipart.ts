import { redactText } from './redact-text.ts'
import type { Note } from './redact-text.ts'
import { isSecretName, redacted } from './secret-names.ts'

/** Removes the fields whose names indicate secrets from a multipart body, and secrets from its text parts. Other bytes stay. */
export function redactMultipart(bytes: Buffer, contentType: string, note: Note): Buffer {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  // latin1 has a character for each byte, so binary parts are restored unchanged.
  const text = bytes.toString('latin1')
  if (mark === undefined) return Buffer.from(redactText(text, note), 'latin1')
  const delimiter = `--${mark}`
  const parts = text.split(delimiter).map((part) => redactPart(part, note))
  return Buffer.from(parts.join(delimiter), 'latin1')
}

function redactPart(part: string, note: Note): string {
  const headEnd = part.indexOf('\r\n\r\n')
  if (headEnd === -1) return redactText(part, note)
  const head = part.slice(0, headEnd + 4)
  const content = part.slice(headEnd + 4)
  const named = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(head)
  const name = named?.[1] ?? named?.[2] ?? ''
  if (isSecretName(name)) {
    note(name)
    return `${head}${redacted}\r\n`
  }
  const type = /^content-type:\s*([^\s;]+)/im.exec(head)?.[1]?.toLowerCase() ?? 'text/plain'
  return /^text\/|json|xml/.test(type) ? `${head}${redactText(content, note)}` : part
}
