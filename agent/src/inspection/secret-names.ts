import type { Redacted } from './api-types.ts'

/** Replaces a secret. */
export const redacted: Redacted = '[redacted]'

/** Header fields whose value is a secret, in lowercase. */
export const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'api-key',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'x-csrf-token',
  'x-xsrf-token',
  'x-amz-security-token',
  'x-goog-api-key',
  'x-gitlab-token',
  'x-shopify-access-token',
  'x-vault-token',
])

/** Header fields whose values are cookies: their names are kept, and the attributes. */
export const cookieHeaders: ReadonlySet<string> = new Set(['cookie', 'set-cookie'])

/** Names with these endings, in lowercase and without `-`, `_`, `.` and spaces, are secrets everywhere. */
const secretEnding =
  /(?:token|password|passwd|passphrase|passcode|secret|apikey|privatekey|accesskey|secretkey|credential|credentials|secretaccesskey)$/
/** These words are secrets only as the whole name. */
const secretWords: ReadonlySet<string> = new Set([
  'auth',
  'authorization',
  'cardnumber',
  'clientassertion',
  'cookie',
  'cvc',
  'cvv',
  'jwt',
  'otp',
  'pass',
  'pwd',
  'sessionid',
  'setcookie',
  'sig',
  'signature',
  'ssn',
  'totp',
  'xamzcredential',
  'xamzsignature',
  'xgoogcredential',
  'xgoogsignature',
])

/** Reports whether the name of a query, form or JSON field indicates a secret. Of `user[password]`, the last part counts. */
export function isSecretName(name: string): boolean {
  // A text of this length is not a name; the limits bound the work of the patterns.
  if (name.length > nameLengthMax || name.length < nameLengthMin) return false
  const last = /\[([^\][]+)\]$/.exec(name)?.[1] ?? name
  const plain = last.toLowerCase().replaceAll(/[-_.\s]/g, '')
  return secretWords.has(plain) || secretEnding.test(plain)
}

/** Reports whether the whole value of a header field is a secret. */
export function isSecretHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return secretHeaders.has(lower) || (!cookieHeaders.has(lower) && isSecretName(lower))
}

const nameLengthMax = 200
/** The length of `sig`. */
const nameLengthMin = 3
