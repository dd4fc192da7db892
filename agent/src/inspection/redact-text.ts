import { isSecretName, redacted } from './secret-names.ts'

/** Called with the name of each secret that is taken out. */
export type Note = (name: string) => void

/** Tokens of Culvert, wherever they stand. */
const ownToken = /pk_[0-9a-f]{64}/g
/** Credentials as a header field has them. */
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{16,}/g
/** `name: "value"` and `name = 'value'`, of JavaScript, GraphQL, TOML and logs. It starts at the beginning of a word, so that the work is linear. */
const quoted = /(?<![\w.-])([\w.-]{1,64})(["'`]?\s{0,8}[:=]\s{0,8})("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/g
/** `name=value` of forms, URLs and logs. */
const assigned = /(?<![\w.%[\]-])([\w.%[\]-]{1,64})=([^&\s"'<>;]+)/g
/** `<name>value</name>` of XML. */
const element = /<([\w:.-]{1,64})>([^<]+)/g

/** Takes out what is named like a secret, or looks like one, of a text in any language. */
export function redactText(text: string, note: Note): string {
  return text
    .replaceAll(ownToken, () => {
      note('an AuthID')
      return redacted
    })
    .replaceAll(bearer, (_all, scheme: string) => {
      note(scheme)
      return `${scheme} ${redacted}`
    })
    .replaceAll(quoted, (all, name: string, between: string, value: string) => {
      if (!isSecretName(name)) return all
      note(name)
      return `${name}${between}${value.charAt(0)}${redacted}${value.charAt(0)}`
    })
    .replaceAll(assigned, (all, name: string) => {
      if (!isSecretName(decodeName(name))) return all
      note(decodeName(name))
      return `${name}=${redacted}`
    })
    .replaceAll(element, (all, name: string) => {
      if (!isSecretName(name.replace(/^.*:/, ''))) return all
      note(name)
      return `<${name}>${redacted}`
    })
}

/** Takes the secrets out of a form, `a=1&b=2`, or of a query. */
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

/** Takes the secrets out of the query of a target or URL, and the password out of `user:password@`. */
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
  return `${path.replaceAll(ownToken, redacted)}${query}${fragment}`
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
