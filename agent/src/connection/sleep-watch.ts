const tickMs = 5_000
/** A tick that comes this much late means that the machine slept; a busy one is never that slow. */
const lateMs = 10_000

/**
 * Calls `onWake` when this machine has slept: the connection is then most likely gone, and heartbeats would take half a
 * minute to find out. Returns a function that ends the watch.
 */
export function watchForSleep(onWake: () => void): () => void {
  let lastTick = Date.now()
  const timer = setInterval(() => {
    const sinceLastMs = Date.now() - lastTick
    lastTick = Date.now()
    if (sinceLastMs > tickMs + lateMs) onWake()
  }, tickMs)
  timer.unref()
  return () => clearInterval(timer)
}
