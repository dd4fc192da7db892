/** Matches a token: a method, or the name of a field (RFC 9110, section 5.6.2). */
export const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Matches what no field's value may contain: control characters other than tabs, and what is not a byte (RFC 9110, section 5.5). */
export const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/

/** Trims spaces and tabs from a part of the text. `trim` would also cut off 0xA0, with which many UTF-8 sequences end. */
export function sliceTrimmed(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
