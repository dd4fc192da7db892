import type { ProviderPurpose } from '../../graphql/generated/graphql.ts'

/** Why a window goes to a provider, and what it does when the provider redirects back. */
export interface Errand {
  purpose: ProviderPurpose
  /** The page to go to at the end. */
  origin?: string | undefined
  rememberMe?: boolean | undefined
  /** The secret of the invitation that was followed. */
  inviteToken?: string | undefined
}

interface KeptErrand extends Errand {
  /** Ties the errand to its answer, because the back button may bring back another one. */
  state: string
}

const key = 'culvert:provider-errand'

/** Stores an errand for a window that goes to the address of a provider. */
export function keepErrand(url: string, errand: Errand, { sessionStorage }: Pick<Window, 'sessionStorage'>): void {
  const kept = { ...errand, state: findState(new URL(url).search) }
  sessionStorage.setItem(key, JSON.stringify(kept))
}

/** Returns this window's errand that a provider answers; undefined if it began in another window. */
export function findErrand(response: string): Errand | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  return isErrand(kept) && kept.state === findState(response) ? kept : undefined
}

/** Forgets the errand of this window. */
export function forgetErrand(): void {
  sessionStorage.removeItem(key)
}

/** Returns the value that a request to a provider and its answer share (RFC 6749, section 4.1.1). */
export function findState(query: string): string | null {
  return new URLSearchParams(query).get('state')
}

/** Only `keepErrand` writes there. */
function isErrand(kept: unknown): kept is KeptErrand {
  return typeof kept === 'object' && kept !== null && 'state' in kept && typeof kept.state === 'string'
}
