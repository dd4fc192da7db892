import { Memo } from '@culvert/program/head-cache'
import type { AnswerHead } from '../visitor.ts'

/** Encodes an answer's head; `framing` is complete lines that follow its own fields. */
export function encodeAnswerHead(head: AnswerHead, framing: string): string {
  return `HTTP/1.1 ${head.status} ${head.reason}\r\n${describeFields(head).lines}${framing}\r\n`
}

/** An answer's fields as HTTP/1.1 frames them. */
interface AnswerFields {
  /** Whole lines. */
  lines: string
  hasDate: boolean
  hasLength: boolean
}

/** Describes an answer's fields. */
export function describeFields({ fields, isShared = false }: AnswerHead): AnswerFields {
  return descriptions.get(fields, isShared)
}

const descriptions = new Memo((fields: readonly string[]): AnswerFields => {
  const lines: string[] = []
  let hasDate = false
  let hasLength = false
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index] ?? ''
    if (isNamed(name, 'date')) hasDate = true
    else if (isNamed(name, 'content-length')) hasLength = true
    lines.push(`${name}: ${fields[index + 1]}\r\n`)
  }
  return { lines: lines.join(''), hasDate, hasLength }
})

function isNamed(name: string, lowercase: string): boolean {
  return name.length === lowercase.length && name.toLowerCase() === lowercase
}

let dateLine = ''
let dateEndsMs = 0

/** The `Date` of an answer that has none (RFC 9110, section 6.6.1), as a line. */
export function currentDateLine(): string {
  const now = Date.now()
  if (now >= dateEndsMs || now < dateEndsMs - 1_000) {
    dateLine = `Date: ${new Date(now).toUTCString()}\r\n`
    dateEndsMs = now - (now % 1_000) + 1_000
  }
  return dateLine
}
