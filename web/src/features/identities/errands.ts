import type { ProviderPurpose } from '../../graphql/generated/graphql.ts'

/** What a window goes to a provider for, and what it does when the provider leads it back. */
export interface Errand {
  purpose: ProviderPurpose
  /** The page to go to in the end. */
  origin?: string | undefined
  rememberMe?: boolean | undefined
  /** The secret of the invitation that was followed. */
  inviteToken?: string | undefined
}

interface KeptErrand extends Errand {
  /** Ties the errand to its answer: the back button may bring another one. */
  state: string
}

const key = 'culvert:provider-errand'

/** Keeps an errand for a window that goes to the address of a provider. */
export function keepErrand(url: string, errand: Errand, { sessionStorage }: Pick<Window, 'sessionStorage'>): void {
  const kept = { ...errand, state: findState(new URL(url).search) }
  sessionStorage.setItem(key, JSON.stringify(kept))
}

/** Returns the errand of this window to which a provider answers; undefined when it began in another window. */
export function findErrand(response: string): Errand | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  return isErrand(kept) && kept.state === findState(response) ? kept : undefined
}

/** Forgets the errand of this window. */
export function forgetErrand(): void {
  sessionStorage.removeItem(key)
}

/** Returns what a request to a provider and the answer to it have in common (RFC 6749, section 4.1.1). */
export function findState(query: string): string | null {
  return new URLSearchParams(query).get('state')
}

/** Nobody but `keepErrand` writes there. */
function isErrand(kept: unknown): kept is KeptErrand {
  return typeof kept === 'object' && kept !== null && 'state' in kept && typeof kept.state === 'string'
}
