import { useSyncExternalStore } from 'react'

/** Reports whether this machine is on a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
}

function listen(listener: () => void): () => void {
  const controller = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, listener, controller)
  return () => controller.abort()
}
