import { passwordLengthMin, passwordTooShort } from '@culvert/schema/validation-messages'

/** Returns what is wrong with a new password; null if nothing is. The server checks it again. */
export function checkNewPassword(password: string): string | null {
  return password.length < passwordLengthMin ? passwordTooShort : null
}
