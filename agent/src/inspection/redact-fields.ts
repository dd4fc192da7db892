import type { HeaderField } from '@culvert/wire'
import { redactText, redactUrl } from './redact-text.ts'
import type { Note } from './redact-text.ts'
import { cookieHeaders, isSecretHeader, redacted } from './secret-names.ts'

/** Fields whose value is a URL. */
const urlHeaders: ReadonlySet<string> = new Set(['content-location', 'location', 'referer', 'x-original-url'])

/** Takes the secrets out of header fields. Of cookies the names stay, and the attributes. */
export function redactFields(fields: readonly HeaderField[], note: Note): HeaderField[] {
  return fields.map(([name, value]) => [name, redactValue(name, value, note)])
}

function redactValue(name: string, value: string, note: Note): string {
  const lower = name.toLowerCase()
  if (isSecretHeader(lower)) {
    note(name)
    return redacted
  }
  if (cookieHeaders.has(lower)) {
    note(name)
    return lower === 'cookie' ? value.split(';').map(redactCookie).join('; ') : redactSetCookie(value)
  }
  return urlHeaders.has(lower) ? redactUrl(value, () => note(name)) : redactText(value, () => note(name))
}

function redactCookie(pair: string): string {
  const [name = '', ...value] = pair.trim().split('=')
  return value.length === 0 ? redacted : `${name}=${redacted}`
}

function redactSetCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';')
  return [redactCookie(pair), ...attributes.map((each) => each.trim())].join('; ')
}
