import type { AnswerHead } from '../visitor.ts'

/** How many characters of 1xx heads a visitor is sent for a request. Early hints take a few thousand. */
const charactersMax = 64 * 1024

/** Bounds the 1xx heads of a request: no flow control applies to them, so a visitor that does not read makes the edge keep all of them. */
export class InterimHeads {
  #characters = 0

  /** Returns the head as it may be sent; undefined if it must be dropped. A client may wait for 100 (RFC 9110, section 15.2.1). */
  take(head: AnswerHead): AnswerHead | undefined {
    this.#characters += head.fields.reduce((sum, text) => sum + text.length, head.reason.length)
    if (this.#characters <= charactersMax) return head
    return head.status === 100 ? { status: 100, reason: '', fields: [] } : undefined
  }
}
