import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import { findRememberedAccountId } from './active-account-id.ts'
import type { SessionState } from './session.ts'
import type { SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | undefined>(undefined)

/** Provides the session to the screens below. */
export function SessionProvider({ session, children }: { session: SessionStore; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session store itself, to sign in and out. */
export function useSession(): SessionStore {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/** Returns the session's state; the component rerenders when it changes. */
export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState, session.getState)
}

/**
 * Reports whether a user is signed in, for pages that everyone may read. While the session is being restored, a remembered
 * account decides, so that the page does not change under the reader.
 */
export function useIsSignedIn(): boolean {
  const { status } = useSessionState()
  return status === 'loading' ? findRememberedAccountId() !== undefined : status === 'signed-in'
}
