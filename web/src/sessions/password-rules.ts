const passwordLengthMin = 6

/** What is wrong with a new password; null when nothing is. The server checks it again. */
export function checkNewPassword(password: string): string | null {
  return password.length < passwordLengthMin ? `Password must be at least ${passwordLengthMin} characters long` : null
}
