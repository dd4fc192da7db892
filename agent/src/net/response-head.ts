import { forbiddenInValue, sliceTrimmed, token } from '@culvert/program/field-syntax'
import type { HeaderField, RequestHead } from '@culvert/wire'
import { framingFields } from './framing-fields.ts'

/** Why an app's answer is not valid HTTP/1.1; the message says what was expected and what arrived. */
export class BadResponse extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadResponse'
  }
}

/** How the end of a body is found (RFC 9112, section 6.3). `raw`: after 101 there are no more messages. */
export type BodyFraming = 'none' | 'length' | 'chunked' | 'until-close' | 'raw'

/** A parsed response head; fields that concern the connection are removed. */
export interface ParsedHead {
  status: number
  reason: string
  /** The fields that the visitor may see, none of them hop-by-hop. */
  fields: readonly HeaderField[]
  framing: BodyFraming
  /** The length of the body in bytes if the framing is `length`. */
  contentLength: number
  /** Whether the app keeps the connection after this response. */
  isPersistent: boolean
  /** Whether the body is a stream of server-sent events, which ends when its reader leaves. */
  isEventStream: boolean
  /** How long the app keeps an idle connection, in milliseconds, if it states that. */
  keepAliveMs: number | undefined
  /** Whether several responses share it, so that it must never be changed. */
  isShared: boolean
}

/** Parses the lines of a head, without the final empty line. `request` is the request that it answers. Throws BadResponse. */
export function parseResponseHead(text: string, request: Pick<RequestHead, 'method' | 'kind'>): ParsedHead {
  const lineEnd = text.indexOf('\r\n')
  const statusLine = lineEnd === -1 ? text : text.slice(0, lineEnd)
  const match = statusLinePattern.exec(statusLine)
  if (match === null) throw new BadResponse(`expected an HTTP/1.1 status line, got ${quote(statusLine)}`)
  const isVersion10 = match[1] === '0'
  const status = Number(match[2])

  const head: ParsedHead = {
    status,
    reason: match[3] ?? '',
    fields: [],
    framing: 'until-close',
    contentLength: 0,
    isPersistent: !isVersion10,
    isEventStream: false,
    keepAliveMs: undefined,
    isShared: false,
  }
  const fields = lineEnd === -1 ? [] : parseFields(text, lineEnd + 2)
  const transferEncoding = takeConnectionFields(head, fields)
  head.fields = fields

  if (status === 101) {
    if (request.kind !== 'upgrade') throw new BadResponse('expected no 101: the request did not ask for an upgrade')
    head.framing = 'raw'
  } else if (status < 200 || status === 204 || status === 205 || status === 304 || request.method === 'HEAD') {
    // A body that the app sends nevertheless, perhaps much later, must not be taken for its next response.
    if (announcesContent(head, transferEncoding)) head.isPersistent = false
    head.framing = 'none'
  } else if (transferEncoding !== undefined) {
    // Ambiguous framing enables response smuggling (RFC 9112, section 6.1).
    if (isVersion10) throw new BadResponse('expected no Transfer-Encoding in an HTTP/1.0 response')
    if (head.framing === 'length') throw new BadResponse('expected Content-Length or Transfer-Encoding, got both')
    if (transferEncoding.toLowerCase() !== 'chunked') {
      throw new BadResponse(`expected Transfer-Encoding: chunked, got ${quote(transferEncoding)}`)
    }
    head.framing = 'chunked'
  }
  return head
}

/**
 * Reports whether a response that must not have content announces some. A 205 without framing may have a body that ends with
 * the connection.
 */
function announcesContent(
  { status, framing, contentLength }: ParsedHead,
  transferEncoding: string | undefined,
): boolean {
  if (transferEncoding !== undefined || contentLength > 0) return true
  return status === 205 && framing === 'until-close'
}

/** Parses a trailer section, without the final empty line. Framing fields are dropped (RFC 9110, section 6.5.1). */
export function parseTrailers(text: string): HeaderField[] {
  return parseFields(text, 0).filter(([name]) => !notInTrailers.has(name.toLowerCase()))
}

const statusLinePattern = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/
const eventStream = /^text\/event-stream(?:\s*;|$)/i
const notInTrailers: ReadonlySet<string> = new Set(framingFields)

function parseFields(text: string, start: number): HeaderField[] {
  const fields: HeaderField[] = []
  let at = start
  while (at < text.length) {
    let lineEnd = text.indexOf('\r\n', at)
    if (lineEnd === -1) lineEnd = text.length
    const colon = text.indexOf(':', at)
    const name = text.slice(at, colon === -1 || colon > lineEnd ? lineEnd : colon)
    if (name.length === lineEnd - at || !token.test(name)) {
      throw new BadResponse(`expected "name: value", got ${quote(text.slice(at, lineEnd))}`)
    }
    const value = sliceTrimmed(text, colon + 1, lineEnd)
    if (forbiddenInValue.test(value))
      throw new BadResponse(`expected no control characters in ${name}, got ${quote(value)}`)
    fields.push([name, value])
    at = lineEnd + 2
  }
  return fields
}

/**
 * Reads the fields that frame the message and removes hop-by-hop fields (RFC 9110, section 7.6.1).
 * Returns the Transfer-Encoding.
 */
function takeConnectionFields(head: ParsedHead, fields: HeaderField[]): string | undefined {
  let transferEncoding: string | undefined
  let contentLength: string | undefined
  let connection = ''
  let kept = 0
  for (const field of fields) {
    const value = field[1]
    switch (field[0].toLowerCase()) {
      case 'connection':
        connection = connection === '' ? value : `${connection}, ${value}`
        continue
      case 'keep-alive':
        head.keepAliveMs = readKeepAlive(value)
        continue
      case 'transfer-encoding':
        transferEncoding = transferEncoding === undefined ? value : `${transferEncoding}, ${value}`
        continue
      case 'proxy-connection':
      case 'te':
        continue
      case 'content-type':
        head.isEventStream = eventStream.test(value)
        break
      case 'upgrade':
        // It names the protocol of the raw bytes, so it is kept with 101.
        if (head.status !== 101) continue
        break
      case 'content-length':
        if (contentLength === undefined) contentLength = value
        else if (contentLength === value) continue
        else throw new BadResponse(`expected one Content-Length, got ${quote(contentLength)} and ${quote(value)}`)
        if (!/^\d{1,15}$/.test(value)) throw new BadResponse(`expected a Content-Length in digits, got ${quote(value)}`)
        head.framing = 'length'
        head.contentLength = Number(value)
        // It has no meaning there (RFC 9110, section 8.6). For 205 the edge sets it.
        if (head.status < 200 || head.status === 204 || head.status === 205) continue
        break
    }
    fields[kept++] = field
  }
  fields.length = kept
  if (connection !== '') applyConnection(head, fields, connection.toLowerCase())
  return transferEncoding
}

/** Its options say whether the connection is kept, and name the connection's own fields (RFC 9110, section 7.6.1). */
function applyConnection(head: ParsedHead, fields: HeaderField[], connection: string): void {
  if (connection === 'keep-alive') {
    head.isPersistent = true
    return
  }
  const options = connection.split(',').map((option) => option.trim())
  if (options.includes('close')) head.isPersistent = false
  else if (options.includes('keep-alive')) head.isPersistent = true
  // `Upgrade` was handled by status.
  const named = options.filter((option) => option !== 'upgrade')
  const kept = fields.filter(([name]) => !named.includes(name.toLowerCase()))
  fields.splice(0, fields.length, ...kept)
}

function readKeepAlive(value: string): number | undefined {
  const seconds = /(?:^|[\s,;])timeout=(\d{1,6})/i.exec(value)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/** Quotes external text so that it is safe to print: JSON escapes everything that could control a terminal. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
