const listeners = new Set<() => void>()

/** Calls back whenever the network or the server is back. Returns a function that unsubscribes. */
export function onNetworkReturn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Waits `ms`, or until the network is back if that is sooner. Resolves to whether it came back meanwhile. */
export function waitForNetwork(ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isBack: boolean) => {
      clearTimeout(timer)
      stopListening()
      resolve(isBack)
    }
    const timer = setTimeout(() => end(false), ms)
    const stopListening = onNetworkReturn(() => end(true))
  })
}

/** Notifies listeners that requests that failed for lack of a network are worth another attempt. */
export function announceNetwork(): void {
  for (const listener of listeners) listener()
}

addEventListener('online', announceNetwork)
