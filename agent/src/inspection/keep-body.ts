import { isUtf8 } from 'node:buffer'
import type { HeaderField } from '@culvert/wire'
import { charsetOf, decodeText, encodeText } from './charset.ts'
import { decode } from './decoding.ts'
import { noBody } from './kept-request.ts'
import type { KeptBody } from './kept-request.ts'
import { isJson, redactJson } from './redact-json.ts'
import { redactMultipart } from './redact-multipart.ts'
import { redactPairs } from './redact-pairs.ts'
import { redactText } from './redact-text.ts'
import type { Note } from './redact-text.ts'

/** A body as received. */
export interface RawBody {
  bytes: Buffer
  size: number
  isTruncated: boolean
  fields: readonly HeaderField[]
}

/** Returns a body in the form that is kept: decoded, and without secrets unless `note` is undefined. */
export async function keepBody(raw: RawBody, bytesMax: number, note: Note | undefined): Promise<KeptBody> {
  const contentType = findField(raw.fields, 'content-type') ?? ''
  const contentEncoding = findField(raw.fields, 'content-encoding') ?? ''
  const about = { ...noBody, size: raw.size, isTruncated: raw.isTruncated, contentType }
  if (raw.size === 0) return { ...about }
  if (raw.bytes.length === 0) return { ...about, absence: 'There was no room for it: too many requests were open.' }
  const isEncoded = contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity'
  const decoded = isEncoded ? await decode(raw.bytes, contentEncoding, bytesMax) : { ...raw, isTruncated: false }
  if (decoded === undefined) {
    const absence = `Its Content-Encoding, ${contentEncoding}, could not be taken off, so that secrets in it could not be found.`
    return { ...about, absence }
  }
  const isTruncated = raw.isTruncated || decoded.isTruncated
  const kept = { ...about, isTruncated, decodedFrom: isEncoded ? contentEncoding : undefined }
  const form = formOf(contentType, decoded.bytes, isTruncated)
  if (form === 'binary') return { ...kept, bytes: decoded.bytes, isText: false }
  if (form === 'multipart') {
    const bytes = note === undefined ? decoded.bytes : redactParts(decoded.bytes, contentType, note)
    return { ...kept, bytes, isText: isUtf8(bytes) }
  }
  const charset = charsetOf(contentType)
  if (charset === undefined) {
    return {
      ...kept,
      absence: `Its charset is unknown here (${contentType}), so that secrets in it could not be found.`,
    }
  }
  const known = note === undefined ? { bytes: decoded.bytes, charset } : redactBytes(decoded.bytes, charset, form, note)
  return { ...kept, ...known, isText: true }
}

/** Removes the secrets from a text. Everything else keeps its bytes, so that it can be sent again. */
function redactBytes(
  bytes: Buffer,
  charset: string,
  form: 'form' | 'json' | 'text',
  note: Note,
): Pick<KeptBody, 'bytes' | 'charset'> {
  // Decoded, what is not UTF-8 would be lost; names of secrets are ASCII.
  if (charset === 'utf-8' && !isUtf8(bytes))
    return { bytes: Buffer.from(redactForm(bytes.toString('latin1'), form, note), 'latin1'), charset }
  const text = decodeText(bytes, charset)
  const known = redactForm(text, form, note)
  if (known === text) return { bytes, charset }
  const encoded = encodeText(known, charset)
  return encoded === undefined ? { bytes: Buffer.from(known), charset: 'utf-8' } : { bytes: encoded, charset }
}

type Form = 'binary' | 'form' | 'json' | 'multipart' | 'text'

const textTypes = /^text\/|[/+](?:xml|javascript|ecmascript|graphql|yaml|x-yaml|toml|sql|x-sh)$/
/** How much of a body of another type is searched for bytes that no text has. */
const sniffBytes = 4_096

function formOf(contentType: string, bytes: Buffer, isTruncated: boolean): Form {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  if (/[/+-](?:nd)?json(?:l|5|-seq)?$/.test(type)) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type.startsWith('multipart/')) return 'multipart'
  // Many types of text and of JSON are unknown here, such as application/x-amz-json-1.1.
  return textTypes.test(type) || looksLikeText(bytes, isTruncated) ? 'text' : 'binary'
}

function looksLikeText(bytes: Buffer, isTruncated: boolean): boolean {
  const start = bytes.subarray(0, sniffBytes)
  if (start.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false
  // Only of UTF-8 is every byte kept. The last character of a truncated body may be, too.
  const cuts = isTruncated ? [0, 1, 2, 3] : [0]
  return cuts.some((less) => isUtf8(bytes.subarray(0, bytes.length - less)))
}

/** How deep multipart bodies inside multipart bodies are examined. */
const nestingMax = 3

function redactParts(bytes: Buffer, contentType: string, note: Note, nesting = 0): Buffer {
  return redactMultipart(bytes, contentType, note, (part, type) => {
    const form = formOf(type, part, true)
    if (form === 'binary') return part
    if (form === 'multipart') return nesting === nestingMax ? undefined : redactParts(part, type, note, nesting + 1)
    const charset = charsetOf(type)
    const known = charset === undefined ? undefined : redactBytes(part, charset, form, note)
    return known?.charset === charset ? known?.bytes : undefined
  })
}

/** Removes the secrets from a text in a known format. */
export function redactForm(text: string, form: 'form' | 'json' | 'text', note: Note): string {
  if (form === 'form') return redactPairs(text, note)
  const looksLikeJson = form === 'json' || /^\s*[{["]/.test(text)
  const structural = looksLikeJson ? redactJson(text, note) : text
  return looksLikeJson && isJson(text) ? structural : redactText(structural, note)
}

/** Returns the value of a field; if there are several, the first. */
export function findField(fields: readonly HeaderField[], name: string): string | undefined {
  return fields.find(([each]) => each.toLowerCase() === name)?.[1]
}
