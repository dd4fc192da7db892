import { fieldKind } from '../http/field-kinds.ts'
import type { FieldKind } from '../http/field-kinds.ts'
import { HeaderSection } from '../http/header-section.ts'
import type { RawRequestHead } from '../http/request-head.ts'
import { headBytesMax } from '../http/request-head.ts'
import { badRequest, RequestRefused } from '../http/refusal.ts'
import type { AnswerHead } from '../visitor.ts'
import type { Peer } from '../http/origin.ts'

/** Of ASCII only, as in a request line (RFC 3986, section 2); nghttp2 takes more. */
const plainTarget = /^[\x21-\x7e]*$/

/**
 * Brings a head of HTTP/2 into the form in which request-head.ts judges all of them. nghttp2 has refused before what is
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

/** How long a head would be in HTTP/1.1, in bytes: with `: ` and a line end for each field. */
export function measureH2Head(list: readonly string[]): number {
  return list.reduce((sum, text) => sum + text.length + 2, 0)
}

/** `:authority` is the host. A `Host` that says the same goes; with any other one there are two (RFC 9113, section 8.3.1). */
function putAuthority(rawHeaders: string[], authority: string): void {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && fieldKind(name) === 'host')
  if (at !== -1 && rawHeaders[at + 1]?.toLowerCase() === authority.toLowerCase()) rawHeaders.splice(at, 2)
  rawHeaders.unshift('Host', authority)
}

/**
 * The list of fields that an answer's head is in HTTP/2: names in lowercase, no reason, and nothing of one connection, not
 * even of a page of the edge itself (RFC 9113, section 8.2.2): node throws at it.
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
