import type { AnswerHead } from './visitor.ts'

/** An answer's head as it goes to the visitor; `framing` are whole lines that come behind its own fields. */
export function encodeAnswerHead({ status, reason, fields }: AnswerHead, framing: string): string {
  let text = `HTTP/1.1 ${status} ${reason}\r\n`
  for (let index = 0; index + 1 < fields.length; index += 2) text += `${fields[index]}: ${fields[index + 1]}\r\n`
  return `${text}${framing}\r\n`
}

/** The value of a field of an answer; undefined when it has none of the name, which is given in lowercase. */
export function findAnswerField(fields: readonly string[], name: string): string | undefined {
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const known = fields[index] ?? ''
    if (known.length === name.length && known.toLowerCase() === name) return fields[index + 1]
  }
  return undefined
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
