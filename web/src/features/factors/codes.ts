import type { CodeInput } from '../../graphql/generated/graphql.ts'

/** Returns a code as it was typed: six digits are from an authenticator app, anything else is a recovery code. */
export function toCode(text: string): CodeInput {
  return /^\s*(\d\s*){6}$/.test(text) ? { totp: text } : { recoveryCode: text }
}
