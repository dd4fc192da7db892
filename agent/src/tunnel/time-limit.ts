import { uptime } from 'node:os'

/** How late a time that ended while the machine slept is noticed after that, at most, in milliseconds. */
const lookMs = 5_000

/**
 * Calls back after a time in milliseconds. The time that this machine sleeps counts, which Node's timers leave out: `readSeconds` is a clock that
 * runs meanwhile, in whole seconds on some systems. Returns a function that cancels it.
 */
export function startTimeLimit(ms: number, onOver: () => void, readSeconds: () => number = uptime): () => void {
  const endMs = performance.now() + ms
  const endSeconds = readSeconds() + ms / 1_000 + 1
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const leftMs = Math.min(endMs - performance.now(), (endSeconds - readSeconds()) * 1_000)
    if (leftMs <= 0) onOver()
    else timer = setTimeout(wait, Math.min(leftMs, lookMs))
  }
  wait()
  return () => clearTimeout(timer)
}
