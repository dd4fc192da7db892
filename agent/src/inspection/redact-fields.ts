import type { HeaderField } from '@culvert/wire'
import { redactUrl } from './redact-pairs.ts'
import { redactText } from './redact-text.ts'
import type { Note } from './redact-text.ts'
import { isSecretHeader, redacted } from './secret-names.ts'

/** Fields whose value is a URL. */
const urlHeaders: ReadonlySet<string> = new Set(['content-location', 'location', 'referer', 'x-original-url'])

/** Removes the secrets from header fields. Cookies keep their names and attributes. */
export function redactFields(fields: readonly HeaderField[], note: Note): HeaderField[] {
  return fields.map((field) => {
    const [name, value] = field
    const left = redactions[kindOf(name)](value, () => note(name))
    return left === value ? field : [name, left]
  })
}

type Redact = (value: string, note: () => void) => string

/** How the secrets are removed from the values of a kind of field. */
const redactions = {
  secret: hide(() => redacted),
  cookie: hide((value) => value.split(';').map(redactCookie).join('; ')),
  'set-cookie': hide(redactSetCookie),
  url: redactUrl,
  text: redactText,
} satisfies Record<string, Redact>

type FieldKind = keyof typeof redactions

/** Creates a redaction for values that always hold a secret. */
function hide(redact: (value: string) => string): Redact {
  return (value, note) => {
    note()
    return redact(value)
  }
}

/** Kinds by name as written: the same few names come with every request. */
const kinds = new Map<string, FieldKind>()
/** Visitors choose the names. */
const kindsMax = 1_000

function kindOf(name: string): FieldKind {
  const known = kinds.get(name)
  if (known !== undefined) return known
  const kind = findKind(name.toLowerCase())
  if (kinds.size < kindsMax) kinds.set(name, kind)
  return kind
}

function findKind(lower: string): FieldKind {
  if (isSecretHeader(lower)) return 'secret'
  if (lower === 'cookie' || lower === 'set-cookie') return lower
  return urlHeaders.has(lower) ? 'url' : 'text'
}

function redactCookie(pair: string): string {
  const [name = '', ...value] = pair.trim().split('=')
  return value.length === 0 ? redacted : `${name}=${redacted}`
}

function redactSetCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';')
  return [redactCookie(pair), ...attributes.map((each) => each.trim())].join('; ')
}
