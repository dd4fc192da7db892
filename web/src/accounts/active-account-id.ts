const key = 'culvert:active-account'

/** The account that this browser showed last; undefined when none is remembered. */
export function findRememberedAccountId(): string | undefined {
  return localStorage.getItem(key) ?? undefined
}

/** Remembers the account to show next time. */
export function rememberAccountId(id: string): void {
  localStorage.setItem(key, id)
}

/** Forgets it, at sign-out. */
export function forgetAccountId(): void {
  localStorage.removeItem(key)
}
