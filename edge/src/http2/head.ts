import { type FieldKind, fieldKind } from '../http/field-kinds.ts'
import { HeaderSection } from '../http/header-section.ts'
import { type RawRequestHead, headBytesMax } from '../http/request-head.ts'
import { badRequest, RequestRefused } from '../http/refusal.ts'
import type { AnswerHead } from '../visitor.ts'
import type { Peer } from '../http/origin.ts'

/** ASCII only, as in a request line (RFC 3986, section 2); nghttp2 accepts more. */
const plainTarget = /^[\x21-\x7e]*$/

/**
 * Converts an HTTP/2 head to the form that request-head.ts checks. nghttp2 has already refused what is
 * malformed by RFC 9113, section 8.3: pseudo-header fields, uppercase names and fields that belong to a connection.
 * Throws RequestRefused.
 */
export function parseH2Head(list: readonly string[], peer: Peer, hasBody: boolean): RawRequestHead {
  let method = ''
  let target = ''
  let authority: string | undefined
  let cookieAt = -1
  const rawHeaders: string[] = []
  for (let index = 0; index + 1 < list.length; index += 2) {
    const name = list[index] ?? ''
    const value = list[index + 1] ?? ''
    if (name === ':method') method = value
    else if (name === ':path') target = value
    else if (name === ':authority') authority = value
    else if (name === 'cookie' && cookieAt !== -1) {
      // Crumbs of one field (RFC 9113, section 8.2.3).
      rawHeaders[cookieAt] = `${rawHeaders[cookieAt]}; ${value}`
    } else if (!name.startsWith(':')) {
      if (name === 'cookie') cookieAt = rawHeaders.length + 1
      rawHeaders.push(name, value)
    }
  }
  if (measureH2Head(list) > headBytesMax)
    throw new RequestRefused('CULVERT_HEAD_TOO_LARGE', `over ${headBytesMax} bytes`)
  if (!plainTarget.test(target)) throw badRequest('malformed: the path')
  if (authority !== undefined) putAuthority(rawHeaders, authority)
  return { method, target, httpVersion: '2', section: new HeaderSection(rawHeaders, peer), kind: 'http', hasBody }
}

/** Returns the length that a head would have in HTTP/1.1, in bytes, with `: ` and a line end for each field. */
export function measureH2Head(list: readonly string[]): number {
  return list.reduce((sum, text) => sum + text.length + 2, 0)
}

/** `:authority` is the host. An equal `Host` is dropped; any other is a second host (RFC 9113, section 8.3.1). */
function putAuthority(rawHeaders: string[], authority: string): void {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && fieldKind(name) === 'host')
  if (at !== -1 && rawHeaders[at + 1]?.toLowerCase() === authority.toLowerCase()) rawHeaders.splice(at, 2)
  rawHeaders.unshift('Host', authority)
}

/**
 * Returns an answer's head as a list of HTTP/2 fields: names in lowercase, no reason, and no connection-specific fields, not
 * even those of the edge's own pages (RFC 9113, section 8.2.2), for which Node throws.
 */
export function encodeH2Head({ status, fields }: AnswerHead): string[] {
  const list = [':status', String(status)]
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index] ?? ''
    if (!kindsOfConnection.has(fieldKind(name))) list.push(name.toLowerCase(), fields[index + 1] ?? '')
  }
  return list
}

const kindsOfConnection: ReadonlySet<FieldKind> = new Set(['connection', 'hop-by-hop', 'transfer-encoding', 'upgrade'])
