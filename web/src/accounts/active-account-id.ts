const key = 'culvert:active-account'

/** The account that this browser showed last; undefined when none is remembered. */
export function findRememberedAccountId(): string | undefined {
  return localStorage.getItem(key) ?? undefined
}

/** The viewer's place in the account with this id; in the first one where there is none. */
export function chooseMembership<Membership extends { account: { id: string } }>(
  memberships: readonly Membership[],
  accountId: string | undefined,
): Membership | undefined {
  return memberships.find(({ account }) => account.id === accountId) ?? memberships[0]
}

/** Remembers the account to show next time. */
export function rememberAccountId(id: string): void {
  localStorage.setItem(key, id)
}

/** Forgets it, at sign-out. */
export function forgetAccountId(): void {
  localStorage.removeItem(key)
}
