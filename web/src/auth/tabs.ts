import type { SessionState } from './session.ts'

/** A message from one tab to the others. */
export type TabMessage =
  | {
      type: 'session'
      session: Extract<SessionState, { status: 'signed-in' }>
      /** Its person has just signed in, and the cookie is another one. */
      isNew?: boolean
    }
  | { type: 'signed-out' }
  /** The session proved a second factor. */
  | { type: 'second-factor' }

/** The other tabs of this browser that show the same installation. */
export interface Tabs {
  /** Runs a task while no other tab runs one. */
  alone(task: () => Promise<void>): Promise<void>
  /** Sends a message to every other tab. */
  post(message: TabMessage): void
  /** Listens to the other tabs. Returns a function that unsubscribes. */
  listen(handler: (message: TabMessage) => void): () => void
}

const name = 'culvert:session'

/**
 * Tabs through Web Locks and a broadcast channel. Browsers offer locks on https and localhost only; elsewhere two tabs
 * may refresh at once, which the server tolerates because a used refresh token has a grace period of 10 seconds.
 */
export function createBrowserTabs(): Tabs {
  const channel = openChannel()
  const locks: LockManager | undefined = 'locks' in navigator ? navigator.locks : undefined
  return {
    alone: (task) => (locks ? runLocked(locks, task) : task()),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    post: (message) => channel?.postMessage(message),
    listen(handler) {
      const onMessage = (event: MessageEvent<TabMessage>) => handler(event.data)
      channel?.addEventListener('message', onMessage)
      return () => channel?.removeEventListener('message', onMessage)
    },
  }
}

/** Opens the channel between tabs. A browser that stores nothing for this origin may refuse one: its tabs know nothing of each other. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

/** Runs a task with the lock, or without it if the browser refuses one, as it may if it stores nothing for this origin. */
async function runLocked(locks: LockManager, task: () => Promise<void>): Promise<void> {
  let running: Promise<void> | undefined
  const refusal: unknown = await locks
    .request(name, () => (running = task()))
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  if (running === undefined && refusal !== undefined) await task()
  else await running
}
