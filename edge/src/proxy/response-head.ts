import { MadeOf, share } from '@culvert/wire'
import type { ResponseHead } from '@culvert/wire'
import { fieldKind } from '../ingress/field-kinds.ts'
import type { AnswerHead, VisitorRequest } from '../ingress/visitor.ts'

/** An app's final head, ready for the visitor. */
export interface FinalHead extends AnswerHead {
  /** Whether bytes that the agent sends as a body must not reach the visitor (RFC 9112, section 6.3). */
  hasNoBody: boolean
  /** How many body bytes must follow; undefined where the end of the stream says it. */
  bodyBytes: number | undefined
}

/** What no field value and no reason may hold (RFC 9110, section 5.5); CR, LF and NUL do not pass the wire. */
export const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/

/**
 * Takes the app's final head apart; undefined when it is no valid answer. All is checked again although the agent did:
 * who runs a hostile agent must not put words on a connection that others share.
 */
export function readFinalHead(head: ResponseHead, { method, httpVersion }: VisitorRequest): FinalHead | undefined {
  const { status } = head
  // Its encoder would throw: statuses end there (RFC 9110, section 15).
  if (httpVersion === '2' && status > 599) return undefined
  const answer = answers.get(head)
  if (answer === undefined) return undefined
  const { reason, fields, contentLength, trailer } = answer
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304
  const takesTrailers = httpVersion === '2' || (httpVersion === '1.1' && contentLength === undefined)
  const isTrailerNamed = trailer !== undefined && takesTrailers && !hasNoBody
  return {
    status,
    reason,
    fields: isTrailerNamed ? [...fields, 'Trailer', trailer] : fields,
    hasNoBody,
    bodyBytes: hasNoBody ? 0 : contentLength,
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

/** What a final head says, whatever it answers. */
interface Answer {
  reason: string
  /** Those that reach the visitor, names and values alternating; `Trailer` apart. */
  fields: readonly string[]
  contentLength: number | undefined
  trailer: string | undefined
}

const answers = new MadeOf(readAnswer, (answer) => {
  if (answer !== undefined) share(answer.fields)
})

/** Undefined when the head is no valid one. */
function readAnswer({ status, reason, fields }: ResponseHead): Answer | undefined {
  const kept: string[] = []
  let contentLength: number | undefined
  let trailer: string | undefined
  for (const [name, value] of fields) {
    if (forbiddenInValue.test(value)) return undefined
    switch (fieldKind(name)) {
      case 'content-length':
        if (contentLength !== undefined || !/^\d{1,15}$/.test(value)) return undefined
        contentLength = Number(value)
        // RFC 9110, section 8.6: with HEAD and 304 it speaks of a body that is not sent; with 204 it may not stand.
        if (status !== 204) kept.push(name, value)
        break
      case 'trailer':
        trailer = trailer === undefined ? value : `${trailer}, ${value}`
        break
      case 'accept':
      case 'end-to-end':
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
  return { reason: plainReason(reason), fields: kept, contentLength, trailer }
}
