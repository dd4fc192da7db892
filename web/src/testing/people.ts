import type { Session } from '../auth/session.ts'
import { type SessionApi, SessionStore } from '../auth/session-store.ts'
import type { Tabs } from '../auth/tabs.ts'

/** The person who is signed in in tests. */
export const ada = {
  id: 'ada',
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
} satisfies Session['user']

/** Returns a session of Ada that has just begun. */
export function aSession(accessToken = 'token', expiresIn = 900): Session {
  return { accessToken, expiresIn, assurance: 'ONE_FACTOR', user: ada }
}

/** A browser with one tab. */
export const oneTab: Tabs = { alone: (task) => task(), post: () => {}, listen: () => () => {} }

/** A session API that knows no session. */
export const noSession: SessionApi = {
  refreshSession: () => Promise.reject(new Error('no session')),
  signOut: () => Promise.resolve(),
  isRetryable: () => false,
}

/** Creates a session store in which Ada is signed in. */
export function signedInStore(): SessionStore {
  const session = new SessionStore(noSession, oneTab)
  session.signIn(aSession())
  return session
}
