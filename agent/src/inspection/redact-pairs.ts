import { redactJson } from './redact-json.ts'
import { decodeName, redactText } from './redact-text.ts'
import type { Note } from './redact-text.ts'
import { isSecretName, redacted } from './secret-names.ts'

/** How often a value is decoded that contains escaped values in turn. */
const decodingsMax = 2

/** Removes the secrets from a form, `a=1&b=2`, or from a query. */
export function redactPairs(pairs: string, note: Note, decodings = 0): string {
  return pairs
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = decodeName(equals === -1 ? pair : pair.slice(0, equals))
      if (equals === -1) return redactText(pair, note)
      if (!isSecretName(name)) return `${pair.slice(0, equals)}=${redactValue(pair.slice(equals + 1), note, decodings)}`
      note(name)
      return `${pair.slice(0, equals)}=${redacted}`
    })
    .join('&')
}

/** Removes the secrets from the query of a target or URL, and the password from `user:password@`. */
export function redactUrl(url: string, note: Note, decodings = 0): string {
  const withoutUser = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, (_all, scheme: string) => {
    note('user information')
    return `${scheme}${redacted}@`
  })
  const [beforeHash = '', ...hash] = withoutUser.split('#')
  const question = beforeHash.indexOf('?')
  const path = question === -1 ? beforeHash : beforeHash.slice(0, question)
  const query = question === -1 ? '' : `?${redactPairs(beforeHash.slice(question + 1), note, decodings)}`
  const fragment = hash.length === 0 ? '' : `#${redactPairs(hash.join('#'), note, decodings)}`
  return `${redactText(path, note)}${query}${fragment}`
}

/** Removes the secrets from an escaped value: it may be JSON, as Slack sends it in a form, or an address with a query of its own. */
function redactValue(value: string, note: Note, decodings: number): string {
  const decoded = decodings < decodingsMax && value.includes('%') ? decodeName(value) : value
  if (decoded === value) return redactText(value, note)
  const isJson = /^\s*[{["]/.test(decoded)
  const kept = isJson ? redactJson(decoded, note) : redactUrl(decoded, note, decodings + 1)
  if (kept === decoded) return redactText(value, note)
  return encodeURIComponent(kept).replaceAll(encodeURIComponent(redacted), redacted)
}
