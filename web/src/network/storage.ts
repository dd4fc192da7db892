/** Texts that this browser keeps for the page's origin, by key. No call throws, whatever the browser refuses. */
interface Store {
  /** Returns undefined for a key without a text. */
  find: (key: string) => string | undefined
  /** Keeps a text. Returns whether it will outlast the page. */
  keep: (key: string, text: string) => boolean
  forget: (key: string) => void
}

/** Kept until it is removed, for all tabs. */
export const browserStore = createStore(() => localStorage)

/** Kept as long as the tab stays open. */
export const tabStore = createStore(() => sessionStorage)

/** Opens the store of a tab that this page has opened. */
export function openTabStore(tab: Pick<Window, 'sessionStorage'>): Store {
  return createStore(() => tab.sessionStorage)
}

/**
 * Creates a store. Browsers throw when a storage is used, or merely mentioned, while it is switched off, and when it is full: what they
 * refuse is kept in memory, as long as the page stays open.
 */
function createStore(getStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Store {
  const refused = new Map<string, string>()
  return {
    find: (key) => refused.get(key) ?? attempt(() => getStorage().getItem(key)) ?? undefined,
    keep: (key, text) => {
      refused.delete(key)
      const isKept = attempt(() => {
        getStorage().setItem(key, text)
        return true
      })
      if (!isKept) refused.set(key, text)
      return isKept === true
    },
    forget: (key) => {
      refused.delete(key)
      attempt(() => getStorage().removeItem(key))
    },
  }
}

function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
