/**
 * Calls back once `ms` have passed and what has arrived by then has been read: after a process was stopped, or its machine slept,
 * timers fire before any socket is read. Keeps no process running. Returns a function that cancels.
 */
export function startDeadline(ms: number, callback: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined
  const timer = setTimeout(() => (immediate = setImmediate(callback)), ms).unref()
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}
