import { browserStore } from '../network/storage.ts'

const key = 'culvert:active-account'

/** Returns the account that this browser showed last; undefined if none is remembered. */
export function findRememberedAccountId(): string | undefined {
  return browserStore.find(key)
}

/** The viewer's membership in the account with this id, or else the first one. */
export function chooseMembership<Membership extends { account: { id: string } }>(
  memberships: readonly Membership[],
  accountId: string | undefined,
): Membership | undefined {
  return memberships.find(({ account }) => account.id === accountId) ?? memberships[0]
}

/** Remembers the account for the next visit. */
export function rememberAccountId(id: string): void {
  browserStore.keep(key, id)
}

/** Forgets the account. Called at sign-out. */
export function forgetAccountId(): void {
  browserStore.forget(key)
}
