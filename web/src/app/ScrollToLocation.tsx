import { toScreenPath } from '@culvert/schema/web-paths'
import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** How far the page was scrolled, by the key of its entry in the browser's history. */
const positions = new Map<string, number>()
let lastScreen: string | undefined
/** Records how far the current page is scrolled. */
let keep = () => {}

// The browser reports a scroll with the next frame, and a history step at once. The router, which has listened since its first
// render, then removes the page: this listener was added earlier, so it still sees the page being left.
addEventListener('popstate', () => keep())

// A reloaded page starts without any of this, so the browser restores its position.
addEventListener('pagehide', () => {
  history.scrollRestoration = 'auto'
})

/** A page that has not reached its old length by then has changed. */
const restoreMs = 3_000

/**
 * Scrolls to the part of the page that the address names, or to the top of another page; when going back, to the previous position as soon as the
 * page is long enough again. Place it beside the page, so that it mounts and unmounts with it. Renders nothing.
 */
export function ScrollToLocation() {
  const { hash, key, pathname } = useLocation()
  const navigationType = useNavigationType()
  useLayoutEffect(() => {
    const screen = toScreenPath(pathname)
    const isOther = screen !== lastScreen
    const isFirst = lastScreen === undefined
    lastScreen = screen
    // From now on the browser leaves scrolling to us: it cannot handle pages that are still loading.
    if (!isFirst) history.scrollRestoration = 'manual'
    const kept = navigationType === NavigationType.Pop ? positions.get(key) : undefined
    const target = hash && kept === undefined ? findPart(hash.slice(1)) : null
    let stop: (() => void) | undefined
    if (target) target.scrollIntoView()
    else if (kept !== undefined) stop = scrollWhenLongEnough(kept)
    // The browser restores the position of a reloaded page.
    else if (isOther && !isFirst) scrollTo(0, 0)
    const keepThis = () => positions.set(key, scrollY)
    keep = keepThis
    addEventListener('scroll', keepThis, { passive: true })
    return () => {
      if (keep === keepThis) keep = () => {}
      removeEventListener('scroll', keepThis)
      stop?.()
    }
  }, [hash, key, pathname, navigationType])
  return null
}

/** Returns the element that an address names; null if there is none, or if a link was cut within a character. */
function findPart(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(fragment))
  } catch {
    return null
  }
}

/**
 * Scrolls to where the reader was, repeatedly while the page grows, until the reader scrolls. Returns a function that
 * stops it.
 */
function scrollWhenLongEnough(top: number): () => void {
  const settle = () => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 1) stop()
  }
  const growth = new ResizeObserver(settle)
  const stop = () => {
    clearTimeout(timer)
    growth.disconnect()
    removeEventListener('wheel', stop)
    removeEventListener('touchmove', stop)
  }
  const timer = setTimeout(stop, restoreMs)
  addEventListener('wheel', stop)
  addEventListener('touchmove', stop)
  growth.observe(document.body)
  settle()
  return stop
}
