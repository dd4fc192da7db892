import { redactText } from './redact-text.ts'
import type { Note } from './redact-text.ts'
import { isSecretName, redacted } from './secret-names.ts'

/** How deep JSON inside strings of JSON is examined. */
const nestingMax = 3

/**
 * Removes the values of secret members from JSON, keeping the text as written: numbers, spaces and the order of members stay. Truncated JSON, or a sequence of
 * documents, is read as far as possible.
 */
export function redactJson(text: string, note: Note, nesting = 0): string {
  let result = ''
  let copied = 0
  let at = 0
  while (at < text.length) {
    if (text.charCodeAt(at) !== quote) {
      at += 1
      continue
    }
    const end = endOfString(text, at)
    const colon = skipSpace(text, end)
    if (text.charCodeAt(colon) === colonCode) {
      const name = decodeString(text.slice(at, end))
      const value = skipSpace(text, colon + 1)
      if (isSecretName(name)) {
        at = endOfValue(text, value)
        if (isNothing(text.slice(value, at))) continue
        note(name)
        result += `${text.slice(copied, value)}"${redacted}"`
        copied = at
      } else {
        at = value
      }
      continue
    }
    const kept = redactString(text.slice(at, end), note, nesting)
    if (kept !== undefined) {
      result += text.slice(copied, at) + kept
      copied = end
    }
    at = end
  }
  return result + text.slice(copied)
}

/** Returns a string without secrets; undefined if it has none. */
function redactString(literal: string, note: Note, nesting: number): string | undefined {
  // Most strings are short words.
  if (literal.length < 8) return undefined
  const value = decodeString(literal)
  const isContainer = /^\s*[{[]/.test(value) && nesting < nestingMax
  const kept = isContainer ? redactJson(value, note, nesting + 1) : redactText(value, note)
  return kept === value ? undefined : JSON.stringify(kept)
}

const quote = 0x22
const backslash = 0x5c
const colonCode = 0x3a

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at + 1
  }
  return text.length
}

function endOfValue(text: string, start: number): number {
  const first = text.charAt(start)
  if (first === '"') return endOfString(text, start)
  if (first !== '{' && first !== '[') {
    let at = start
    while (at < text.length && !/[\s,}\]]/.test(text.charAt(at))) at += 1
    return at
  }
  let depth = 0
  let at = start
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '"') {
      at = endOfString(text, at)
      continue
    }
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    at += 1
    if (depth === 0) return at
  }
  return at
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  return at
}

/** Decodes a string, closed or not; malformed escapes stay as written. Like `decodeName`, it throws no exception inside. */
function decodeString(literal: string): string {
  const isClosed = literal.length > 1 && literal.endsWith('"')
  const written = literal.slice(1, isClosed ? -1 : undefined)
  if (!written.includes('\\')) return written
  return written.replaceAll(
    /\\(?:u([\dA-Fa-f]{4})|(["\\/bfnrt]))/g,
    (_all, code: string | undefined, character: string) =>
      code === undefined ? (named[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The escapes that stand for another character. */
const named: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Reports whether a text consists of tokens of JSON only, whole or truncated, so that `redactJson` has seen all names in it. It throws no exception inside. */
export function isJson(text: string): boolean {
  const others = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '').replaceAll(/true|false|null/g, '')
  return !/[^\s[\]{}:,\d+.eE-]/.test(others)
}

/** A value that reveals nothing stays: a reader wants to see that it was missing. */
function isNothing(value: string): boolean {
  return value === 'null' || value === '""' || value === ''
}
