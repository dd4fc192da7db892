import type { ProviderPurpose } from '../../graphql/generated/graphql.ts'
import { openTabStore, tabStore } from '../../network/storage.ts'

/** Why a window goes to a provider, and what it does when the provider redirects back. */
export interface PendingRedirect {
  purpose: ProviderPurpose
  /** The page to go to at the end. */
  origin?: string | undefined
  rememberMe?: boolean | undefined
  /** The secret of the invitation that was followed. */
  inviteToken?: string | undefined
}

interface StoredRedirect extends PendingRedirect {
  /** Ties the redirect to its answer, because the back button may bring back another one. */
  state: string
}

const key = 'culvert:provider-errand'

/** Stores the pending redirect of a window that goes to the address of a provider. */
export function storePendingRedirect(
  url: string,
  pendingRedirect: PendingRedirect,
  tab: Pick<Window, 'sessionStorage'>,
): void {
  const stored = { ...pendingRedirect, state: findState(new URL(url).search) }
  openTabStore(tab).keep(key, JSON.stringify(stored))
}

/** Returns this window's pending redirect that a provider answers; undefined if it began in another window. */
export function findPendingRedirect(response: string): PendingRedirect | undefined {
  const stored: unknown = JSON.parse(tabStore.find(key) ?? 'null')
  return isStoredRedirect(stored) && stored.state === findState(response) ? stored : undefined
}

/** Forgets the pending redirect of this window. */
export function clearPendingRedirect(): void {
  tabStore.forget(key)
}

/** Returns the value that a request to a provider and its answer share (RFC 6749, section 4.1.1). */
export function findState(query: string): string | null {
  return new URLSearchParams(query).get('state')
}

/** Only `storePendingRedirect` writes there. */
function isStoredRedirect(stored: unknown): stored is StoredRedirect {
  return typeof stored === 'object' && stored !== null && 'state' in stored && typeof stored.state === 'string'
}
