import { MadeOf } from '@culvert/wire'
import type { AnswerHead } from './visitor.ts'

/** An answer's head as it goes to the visitor; `framing` are whole lines that come behind its own fields. */
export function encodeAnswerHead({ status, reason, fields }: AnswerHead, framing: string): string {
  return `HTTP/1.1 ${status} ${reason}\r\n${describeFields(fields).lines}${framing}\r\n`
}

/** What the fields of an answer are on a connection of HTTP/1.1. */
interface FieldsOfAnswer {
  /** Whole lines. */
  lines: string
  hasDate: boolean
  hasLength: boolean
}

/** What there is to know of an answer's fields, names and values alternating. */
export function describeFields(fields: readonly string[]): FieldsOfAnswer {
  return descriptions.get(fields)
}

const descriptions = new MadeOf((fields: readonly string[]): FieldsOfAnswer => {
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
