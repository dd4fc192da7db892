import { isUtf8 } from 'node:buffer'
import { isSecretName, redacted } from './secret-names.ts'

/** Called with the name of each secret that is removed. */
export type Note = (name: string) => void

/** A kind of secret in text. */
interface Search {
  /** Matches something that every match contains. Most values of header fields contain none of it, and are not searched. */
  marker: RegExp
  pattern: RegExp
  /** Returns the replacement for a match. */
  replace(this: void, note: Note, match: string, ...groups: string[]): string
}

const searches: readonly Search[] = [
  {
    // Tokens of Culvert, wherever they stand.
    marker: /(?:pk|at)_/,
    pattern: /(?:pk|at)_[0-9a-f]{64}/g,
    replace(note, match) {
      note(match.startsWith('pk_') ? 'an AuthID' : 'an agent token')
      return redacted
    },
  },
  {
    // Credentials in the form of a header field.
    marker: /Bearer|Basic/,
    pattern: /\b(Bearer|Basic)\s+[\w.~+/=-]{16,}/g,
    replace(note, _match, scheme = '') {
      note(scheme)
      return `${scheme} ${redacted}`
    },
  },
  {
    // `name: "value"` and `name = 'value'`, of JavaScript, GraphQL, TOML and logs. It starts at a word boundary, so that the work is linear.
    marker: /[:=]\s{0,8}["']/,
    pattern: /(?<![\w.-])([\w.-]{1,64})(["'`]?\s{0,8}[:=]\s{0,8})("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/g,
    replace(note, match, name = '', between = '', value = '') {
      if (!isSecretName(name)) return match
      note(name)
      return `${name}${between}${value.charAt(0)}${redacted}${value.charAt(0)}`
    },
  },
]

const anyMarker = new RegExp([...searches.map(({ marker }) => marker.source), '[=<]'].join('|'))

/** Removes everything that is named like a secret, or looks like one, from a text in any language. */
export function redactText(text: string, note: Note): string {
  if (!anyMarker.test(text)) return text
  let left = text
  for (const { pattern, replace } of searches) {
    left = left.replaceAll(pattern, (match: string, ...groups: string[]) => replace(note, match, ...groups))
  }
  if (left.includes('=')) left = redactAssignments(left, note)
  return left.includes('<') ? redactXml(left, note) : left
}

/** Removes the values of `name=value`, of forms, URLs and logs. A value may contain further ones: `to=/?token=…`. */
function redactAssignments(text: string, note: Note): string {
  const start = /(?<![\w.%[\]-])([\w.%[\]-]{1,64})=/g
  const value = /[^&\s"'<>;]+/y
  let result = ''
  let copied = 0
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const name = decodeName(match[1] ?? '')
    if (!isSecretName(name)) continue
    value.lastIndex = start.lastIndex
    if (!value.test(text)) continue
    note(name)
    result += `${text.slice(copied, start.lastIndex)}${redacted}`
    copied = value.lastIndex
    start.lastIndex = copied
  }
  return result + text.slice(copied)
}

/** Removes the contents of the elements of XML that are named like secrets, whatever their attributes. */
function redactXml(text: string, note: Note): string {
  const tag = /<([\w:.-]{1,64})(?:\s[^<>]*)?>/g
  let result = ''
  let copied = 0
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [whole, name = ''] = match
    const start = match.index + whole.length
    if (whole.endsWith('/>') || !isSecretName(name.replace(/^.*:/, ''))) continue
    const end = endOfContent(text, start)
    if (end === start) continue
    note(name)
    result += `${text.slice(copied, start)}${redacted}`
    copied = end
    tag.lastIndex = end
  }
  return result + text.slice(copied)
}

/** Returns where the next tag begins. CDATA sections and comments before it are part of the content. */
function endOfContent(text: string, start: number): number {
  for (let at = start; ;) {
    const end = text.indexOf('<', at)
    if (end === -1) return text.length
    const mark = text.startsWith('<![CDATA[', end) ? ']]>' : text.startsWith('<!--', end) ? '-->' : undefined
    if (mark === undefined) return end
    const closing = text.indexOf(mark, end)
    if (closing === -1) return text.length
    at = closing + mark.length
  }
}

/**
 * Decodes an escaped name or value of a form or a query; malformed escapes stay as written. It throws no exception inside: a body of thousands of malformed names
 * would take seconds.
 */
export function decodeName(name: string): string {
  if (!/\+|%[\da-f]{2}/i.test(name)) return name
  return name.replaceAll('+', ' ').replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    const first = Number.parseInt(escapes.slice(1, 3), 16)
    // Most stand alone and are ASCII, which takes a tenth of the time.
    if (escapes.length === 3 && first < 0x80) return String.fromCharCode(first)
    const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex')
    return isUtf8(bytes) ? bytes.toString() : escapes
  })
}
