import type { Field } from '@culvert/agent/inspection'

/** Reads the fields of a form (urlencoded or multipart); undefined if it is not a form, or is truncated before its first field. */
export function readForm(contentType: string, content: string): Field[] | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return [...new URLSearchParams(content)]
  if (type !== 'multipart/form-data') return undefined
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const fields = content
    .split(`--${boundary?.[1] ?? boundary?.[2] ?? ''}`)
    .map(readPart)
    .filter((field) => field !== undefined)
  return boundary === null || fields.length === 0 ? undefined : fields
}

/** Reads one part (RFC 7578, section 4.2); undefined for the text before the first part and after the last. */
function readPart(part: string): Field | undefined {
  const end = part.indexOf('\r\n\r\n')
  const head = part.slice(0, end)
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1]
  if (end === -1 || name === undefined) return undefined
  const file = /;\s*filename="([^"]*)"/i.exec(head)?.[1]
  const value = part.slice(end + 4).replace(/\r\n$/, '')
  return [file === undefined ? name : `${name} (file ${file})`, value]
}
