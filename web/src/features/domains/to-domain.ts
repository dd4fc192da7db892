/**
 * Returns typed or pasted text in lowercase; for an address its host, without port and trailing dot. Blanks stay while the
 * person types: the server reports what is wrong with them.
 */
export function toDomain(entered: string): string {
  const typed = entered.toLowerCase()
  const bare = typed.trim()
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\/|[/?#@]|:\d*$/.test(bare)
  if (!isAddress) return typed.trimStart()
  const authority = bare.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '').replace(/[/?#].*$/s, '')
  return authority.replace(/^.*@/, '').replace(/:\d*$/, '').replace(/\.$/, '')
}
