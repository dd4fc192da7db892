import type { BodyDetail, Field, RequestDetail } from '@culvert/agent/inspection'
import { quoteForShell } from '../ui/quote-for-shell.ts'
import { toCurlUrl } from './curl-url.ts'

/** Fields that the program sending the request sets itself, and those that the tunnel adds. */
const ownFields: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'culvert-replay',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
])

/**
 * What terminals and line editors take as keys in a text that is pasted, even within quotes: with a Ctrl-C, a Tab or a mark of the end of the paste, a
 * visitor could have another command run.
 */
const keys = /[\0-\x09\x0b-\x1f\x7f]/

/** How long a body may be as an argument, in characters of up to three bytes: Linux takes 128 KiB for one. What `echo` is given is no argument of a program. */
const argumentMax = 40_000

/** Returns a command for a POSIX shell that sends the request to a public URL with curl. */
export function toCurl(request: RequestDetail, publicUrl: string): string {
  const { method, requestBody } = request
  const fields = sentFields(request)
  const lines = [`curl ${toCurlUrl(publicUrl + request.target)}`]
  if (method === 'HEAD') lines.push('--head')
  else if (method !== 'GET' || requestBody.content !== '')
    lines.push(`-X ${/^[\w-]+$/.test(method) ? method : quoteForShell(method)}`)
  for (const [name, value] of fields) lines.push(`-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`)
  if (requestBody.content === '') return lines.join(separator)
  // Otherwise curl would declare it a form.
  if (!hasType(fields)) lines.push(`-H 'Content-Type:'`)
  const { encoding, content } = requestBody
  if (encoding === 'utf8' && content.length <= argumentMax && !keys.test(content))
    return [...lines, `--data-raw ${quoteForShell(content)}`].join(separator)
  const bytes = encoding === 'utf8' ? toBase64(content) : content
  return `echo ${bytes} | base64 -d | ${[...lines, '--data-binary @-'].join(separator)}`
}

function toBase64(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

/** Returns a call of fetch in JavaScript. */
export function toFetch(request: RequestDetail, publicUrl: string): string {
  const fields = sentFields(request)
  const body = toExpression(request.requestBody, hasType(fields))
  const options = [
    `method: ${JSON.stringify(request.method)}`,
    `headers: ${JSON.stringify(fields, undefined, 2).replaceAll('\n', '\n  ')}`,
    ...(body === undefined ? [] : [`body: ${body}`]),
  ]
  const call = `await fetch(${JSON.stringify(publicUrl + request.target)}, {\n  ${options.join(',\n  ')},\n})`
  // The key Backspace is the one control character that JSON does not escape.
  return call.replaceAll('\x7f', String.raw`\x7f`)
}

/** Returns the exchange as an HTTP Archive (HAR 1.2). */
export function toHar(request: RequestDetail, publicUrl: string): string {
  const url = publicUrl + request.target
  const wait = Math.max(0, request.firstByteMs)
  const entry = {
    startedDateTime: request.startedAt,
    time: request.durationMs,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(request.requestFields),
      queryString: toPairs([...new URLSearchParams(/\?([^#]*)/.exec(request.target)?.[1])]),
      headersSize: -1,
      bodySize: request.requestBody.size,
      ...(request.requestBody.size === 0 ? {} : { postData: toPostData(request.requestBody) }),
    },
    response: {
      status: request.status,
      statusText: request.reason,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(request.responseFields),
      content: toContent(request.responseBody),
      redirectURL: request.responseFields.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '',
      headersSize: -1,
      bodySize: request.responseBody.size,
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, request.durationMs - wait) },
  }
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'culvert', version: '1' }, entries: [entry] } },
    undefined,
    2,
  )
}

/** Between the options of a command. */
const separator = ' \\\n  '

/** Returns the fields to send a copy with: without secrets, which were not kept, and with spaces for tabs, which mean the same (RFC 9110, section 5.6.3). */
function sentFields({ requestFields, requestBody }: RequestDetail): readonly Field[] {
  const sent = requestFields.filter(([name, value]) => {
    const lower = name.toLowerCase()
    const isDecoded = lower === 'content-encoding' && requestBody.decodedFrom !== undefined
    return !ownFields.has(lower) && !isDecoded && !value.includes('[redacted]')
  })
  return sent.map((field) => {
    const value = field[1].replaceAll('\t', ' ')
    // A text is copied in UTF-8, whatever it was sent in.
    return [field[0], requestBody.encoding === 'utf8' && isType(field) ? value.replace(charset, '$1utf-8') : value]
  })
}

/** The charset of a Content-Type, and what precedes it. */
const charset = /(;\s*charset=)(?:"[^"]*"|[^\s;]*)/i

function isType([name]: Field): boolean {
  return name.toLowerCase() === 'content-type'
}

function hasType(fields: readonly Field[]): boolean {
  return fields.some(isType)
}

/** Writes a body in JavaScript; undefined if there is none. With bytes, fetch sets no Content-Type. */
function toExpression({ encoding, content }: BodyDetail, hasOwnType: boolean): string | undefined {
  if (content === '') return undefined
  const literal = JSON.stringify(content)
  if (encoding === 'base64') return `Uint8Array.from(atob(${literal}), (c) => c.charCodeAt(0))`
  return hasOwnType ? literal : `new TextEncoder().encode(${literal})`
}

function toPairs(fields: readonly Field[]): { name: string; value: string }[] {
  return fields.map(([name, value]) => ({ name, value }))
}

/** HAR 1.2 has no encoding for request bodies. */
function toPostData({ contentType, content, encoding }: BodyDetail): object {
  return { mimeType: contentType, text: content, ...(encoding === 'base64' ? { comment: 'base64' } : {}) }
}

/** The size is that of the body without its Content-Encoding. */
function toContent({ contentType, content, encoding }: BodyDetail): object {
  const isBinary = encoding === 'base64'
  const size = isBinary ? atob(content).length : new TextEncoder().encode(content).length
  return { size, mimeType: contentType, text: content, ...(isBinary ? { encoding } : {}) }
}
