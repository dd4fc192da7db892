import { useEffect } from 'react'

/** Long enough for the page to move the focus itself, and for a browser to notice that nothing has it. */
const restoreDelayMs = 50

const focusable = ':is(input, select, textarea, button, a[href]):not(:disabled)'

/**
 * Keeps the focus from falling to the body when its element is removed or disabled. It returns to a button that was only
 * temporarily disabled, stays within the form or list of an element that remains disabled, and otherwise moves to the heading of what is left.
 */
export function useKeptFocus(): void {
  useEffect(() => keepFocus(), [])
}

/** The focused element and its ancestors, innermost first. */
type Path = readonly Element[]

function keepFocus(): () => void {
  let last: Path = []
  /** Where the focus was before a dialog took it. */
  let lastInPage: Path = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = (event: FocusEvent) => {
    last = event.composedPath().filter((target) => target instanceof Element)
    if (!last.some(isDialog)) lastInPage = last
  }
  const restore = () => {
    timer = undefined
    if (!isLost()) return
    const isDialogClosed = last.some((element) => isDialog(element) && !element.isConnected)
    const path = isDialogClosed ? lastInPage : last
    findFocusTarget(path)?.focus({ preventScroll: true })
  }
  const settle = () => {
    timer ??= setTimeout(restore, restoreDelayMs)
  }
  /** A click on nothing in particular drops the focus on purpose. */
  const forget = () =>
    setTimeout(() => {
      if (isLost()) last = lastInPage = []
    })

  const changes = new MutationObserver(settle)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget)
  return () => {
    changes.disconnect()
    clearTimeout(timer)
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget)
  }
}

const isLost = () =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled')

const isDialog = (element: Element) => element.matches('[role=dialog]')

function findFocusTarget([element, ...ancestors]: Path): HTMLElement | null | undefined {
  if (!(element instanceof HTMLElement)) return undefined
  if (element.isConnected) {
    if (!element.matches(':disabled')) return element
    // The button is pending, and takes the focus back when it is done.
    if (element.matches('[data-loading]')) return undefined
    return element.closest('form, nav')?.querySelector<HTMLElement>(focusable) ?? findHeading(element)
  }
  const left = ancestors.find((ancestor) => ancestor.isConnected)
  return left && findHeading(left)
}

/** Returns the heading of the part of the page that an element is in, prepared to have the focus. */
function findHeading(element: Element): HTMLElement | null {
  const part = element.closest('section, [role=dialog], main')
  const heading = part?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  return heading
}
