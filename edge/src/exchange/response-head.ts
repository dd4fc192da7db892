import { Memo } from '@culvert/program/head-cache'
import type { ResponseHead } from '@culvert/wire'
import { forbiddenInValue } from '@culvert/program/field-syntax'
import { fieldKind } from '../http/field-kinds.ts'
import { type AnswerHead, type VisitorRequest, hasContent } from '../visitor.ts'
import { setsCookieDomain } from './cookie-guard.ts'

/** An app's final head, ready for the visitor. */
export interface FinalHead extends AnswerHead {
  /** Whether bytes that the agent sends as a body must not reach the visitor (RFC 9112, section 6.3). */
  hasNoBody: boolean
  /** How many body bytes must follow; undefined if the end of the stream ends the body. */
  bodyBytes: number | undefined
  /** Whether a cookie may apply beyond the host that sets it. */
  setsCookieDomain: boolean
}

/**
 * Parses the app's final head; returns undefined if it is not valid. Everything is checked again although the agent checked it:
 * a hostile agent must not forge bytes on a connection that others share.
 */
export function readFinalHead(head: ResponseHead, { method, httpVersion }: VisitorRequest): FinalHead | undefined {
  const { status, isShared = false } = head
  // A higher one would make the encoder throw: statuses end at 599 (RFC 9110, section 15).
  if (httpVersion === '2' && status > 599) return undefined
  const answer = answers.get(head, isShared)
  if (answer === undefined) return undefined
  const { reason, fields, contentLength, trailer, hasCookieDomain } = answer
  const hasNoBody = !hasContent(method, status)
  const takesTrailers = httpVersion === '2' || (httpVersion === '1.1' && contentLength === undefined)
  const isTrailerNamed = trailer !== undefined && takesTrailers && !hasNoBody
  return {
    status,
    reason,
    fields: isTrailerNamed ? [...fields, 'Trailer', trailer] : fields,
    isShared: isShared && !isTrailerNamed,
    hasNoBody,
    bodyBytes: hasNoBody ? 0 : contentLength,
    setsCookieDomain: hasCookieDomain,
  }
}

/** The head of a 1xx answer. `Upgrade` stays in a 101: it names the protocol that follows. */
export function readInterimHead({ status, reason, fields }: ResponseHead): AnswerHead {
  const kept: string[] = []
  for (const [name, value] of fields) {
    const kind = fieldKind(name)
    if (forbiddenInValue.test(value)) continue
    if (kind === 'end-to-end' || (kind === 'upgrade' && status === 101)) kept.push(name, value)
  }
  return { status, reason: plainReason(reason), fields: kept }
}

function plainReason(reason: string): string {
  return forbiddenInValue.test(reason) ? '' : reason
}

/** The facts of a final head that do not depend on the request. */
interface Answer {
  reason: string
  /** The fields that reach the visitor, names and values alternating, without `Trailer`. */
  fields: readonly string[]
  contentLength: number | undefined
  trailer: string | undefined
  hasCookieDomain: boolean
}

const answers = new Memo(readAnswer)

/** Undefined if the head is not valid. */
function readAnswer({ status, reason, fields }: ResponseHead): Answer | undefined {
  const kept: string[] = []
  let contentLength: number | undefined
  let trailer: string | undefined
  let hasCookieDomain = false
  for (const [name, value] of fields) {
    if (forbiddenInValue.test(value)) return undefined
    switch (fieldKind(name)) {
      case 'content-length':
        if (contentLength !== undefined || !/^\d{1,15}$/.test(value)) return undefined
        contentLength = Number(value)
        // RFC 9110, section 8.6: with HEAD and 304 it describes a body that is not sent; with 204 it is not allowed.
        if (status !== 204 && status !== 205) kept.push(name, value)
        break
      case 'trailer':
        trailer = trailer === undefined ? value : `${trailer}, ${value}`
        break
      case 'end-to-end':
        hasCookieDomain ||= setsCookieDomain(name, value)
        kept.push(name, value)
        break
      case 'accept':
      case 'expect':
      case 'forwarding':
      case 'host':
        kept.push(name, value)
        break
      case 'connection':
      case 'culvert':
      case 'hop-by-hop':
      case 'transfer-encoding':
      case 'upgrade':
        break
    }
  }
  // A 205 must be framed by a length or in chunks (RFC 9110, section 15.3.6).
  if (status === 205) kept.push('Content-Length', '0')
  return { reason: plainReason(reason), fields: kept, contentLength, trailer, hasCookieDomain }
}
