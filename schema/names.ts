/** The length of an account's key in lowercase characters of base32 (RFC 4648, section 6): 100 bits. */
export const accountKeyLength = 20

const accountKey = /^[a-z2-7]{20}$/

/** Reports whether a label of a hostname has the form of an account's key. No gateway's label has: those contain a hyphen. */
export function isAccountKey(label: string): boolean {
  return accountKey.test(label)
}

/** Returns the name under the tunnel host that belongs to an account: a CNAME to it proves that a domain is the account's. */
export function accountHostname(key: string, tunnelHost: string): string {
  return `${key}.${tunnelHost}`
}

/** What `isRegion` expects, for messages. */
export const regionForm = 'at most 63 lowercase letters, digits and hyphens, such as eu-west'

/** Reports whether a text can say where edges and agents are. */
export function isRegion(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}
