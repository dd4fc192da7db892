import { seenAfterMs, seenForMs } from './loading-times.ts'

const listeners = new Set<() => void>()
let waiting = 0
let seen = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Reports that a screen is waiting. Returns a function that reports that it no longer is. */
export function beginWaiting(): () => void {
  waiting += 1
  if (!seen) timer ??= setTimeout(show, seenAfterMs)
  return () => {
    waiting -= 1
    // A screen that starts to wait right afterwards keeps the spinner.
    setTimeout(leave)
  }
}

/** Calls back when the spinner appears or disappears. Returns a function that unsubscribes. */
export function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isSeen = () => seen

function show() {
  set(true)
  timer = setTimeout(() => {
    timer = undefined
    leave()
  }, seenForMs)
}

function leave() {
  if (waiting > 0 || (seen && timer !== undefined)) return
  clearTimeout(timer)
  timer = undefined
  if (seen) set(false)
}

function set(isNowSeen: boolean) {
  seen = isNowSeen
  for (const listener of listeners) listener()
}
