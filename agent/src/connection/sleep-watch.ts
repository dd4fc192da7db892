import { uptime } from 'node:os'

const tickSeconds = 1
/** A tick that is this late means that the machine slept or this process was stopped; a busy process is never that slow. */
const lateSeconds = 5

/**
 * Calls `onWake` when this machine has slept: the connection is then most likely gone, and heartbeats would take 20 s
 * to detect it. `readSeconds` is a clock that runs while the machine sleeps, unlike that of `performance`, and that
 * is never set, unlike that of `Date`. Returns a function that ends the watch.
 */
export function watchForSleep(onWake: () => void, readSeconds: () => number = uptime): () => void {
  let lastTick = readSeconds()
  const timer = setInterval(() => {
    const sinceLast = readSeconds() - lastTick
    lastTick += sinceLast
    if (sinceLast > tickSeconds + lateSeconds) onWake()
  }, tickSeconds * 1_000)
  timer.unref()
  return () => clearInterval(timer)
}
