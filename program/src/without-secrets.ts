/** A token of Culvert, or a part of one: an AuthID or machine token, an agent token, or an API key. */
const token = /(?<![a-z0-9])(pk|at|ck)_[0-9a-f]{8,}/gi

/** Returns a text without the tokens of Culvert in it, for messages: a token may be pasted where anything else belongs. */
export function withoutTokens(text: string): string {
  return text.replaceAll(token, '$1_[redacted]')
}

/** Returns what was given as an address without the user and password in it. */
export function withoutUser(text: string): string {
  const { protocol = '', username = '', password = '' } = URL.parse(text) ?? {}
  // An @ further on is a part of the path.
  if (/^https?:$/.test(protocol) && `${username}${password}` === '') return text
  // In a password, it may be that of a mistyped address.
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#\\]*|[^/?#\\:]*:.*)@/is, '$1[redacted]@')
}
