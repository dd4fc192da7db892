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
  {
    // `name=value` of forms, URLs and logs.
    marker: /=/,
    pattern: /(?<![\w.%[\]-])([\w.%[\]-]{1,64})=([^&\s"'<>;]+)/g,
    replace(note, match, name = '') {
      if (!isSecretName(decodeName(name))) return match
      note(decodeName(name))
      return `${name}=${redacted}`
    },
  },
  {
    // `<name>value</name>` of XML.
    marker: /</,
    pattern: /<([\w:.-]{1,64})>([^<]+)/g,
    replace(note, match, name = '') {
      if (!isSecretName(name.replace(/^.*:/, ''))) return match
      note(name)
      return `<${name}>${redacted}`
    },
  },
]

const anyMarker = new RegExp(searches.map(({ marker }) => marker.source).join('|'))

/** Removes everything that is named like a secret, or looks like one, from a text in any language. */
export function redactText(text: string, note: Note): string {
  if (!anyMarker.test(text)) return text
  let left = text
  for (const { pattern, replace } of searches) {
    left = left.replaceAll(pattern, (match: string, ...groups: string[]) => replace(note, match, ...groups))
  }
  return left
}

/** Removes the secrets from a form, `a=1&b=2`, or from a query. */
export function redactPairs(pairs: string, note: Note): string {
  return pairs
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = decodeName(equals === -1 ? pair : pair.slice(0, equals))
      if (equals === -1) return redactText(pair, note)
      if (!isSecretName(name)) return `${pair.slice(0, equals)}=${redactText(pair.slice(equals + 1), note)}`
      note(name)
      return `${pair.slice(0, equals)}=${redacted}`
    })
    .join('&')
}

/** Removes the secrets from the query of a target or URL, and the password from `user:password@`. */
export function redactUrl(url: string, note: Note): string {
  const withoutUser = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, (_all, scheme: string) => {
    note('user information')
    return `${scheme}${redacted}@`
  })
  const [beforeHash = '', ...hash] = withoutUser.split('#')
  const question = beforeHash.indexOf('?')
  const path = question === -1 ? beforeHash : beforeHash.slice(0, question)
  const query = question === -1 ? '' : `?${redactPairs(beforeHash.slice(question + 1), note)}`
  const fragment = hash.length === 0 ? '' : `#${redactPairs(hash.join('#'), note)}`
  return `${redactText(path, note)}${query}${fragment}`
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
