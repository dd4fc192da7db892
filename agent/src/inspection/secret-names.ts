import type { Redacted } from './api-types.ts'

/** What stands for a secret. */
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

/** Names that end like this, without `-`, `_`, `.` and spaces and in lowercase, are secrets wherever they stand. */
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

/** Reports whether a field of a query, a form or a JSON object is named like a secret. Of `user[password]` the last part counts. */
export function isSecretName(name: string): boolean {
  // A name of this length is no name; what it holds is bounded work for the patterns.
  if (name.length > nameLengthMax) return false
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
