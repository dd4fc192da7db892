import { passwordLengthMin, passwordTooShort } from '@culvert/schema/complaints'

/** What is wrong with a new password; null when nothing is. The server checks it again. */
export function checkNewPassword(password: string): string | null {
  return password.length < passwordLengthMin ? passwordTooShort : null
}
