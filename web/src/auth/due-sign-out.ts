import { browserStore } from '../network/storage.ts'

const key = 'culvert:sign-out-due'

/**
 * The sign-out that the server has yet to hear of. Until then the cookie, which scripts can neither read nor remove, would bring the session
 * back, for whoever opens the next page.
 */
export const dueSignOut = {
  note: (): void => void browserStore.keep(key, 'true'),
  exists: (): boolean => browserStore.find(key) !== undefined,
  forget: (): void => browserStore.forget(key),
}
