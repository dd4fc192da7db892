import { useEffect } from 'react'

/** Long enough for the page to move the focus by itself, and for a browser to notice that it is nowhere. */
const settleMs = 50

const focusable = ':is(input, select, textarea, button, a[href]):not(:disabled)'

/**
 * Keeps the focus from falling to the body when what had it is removed or disabled. It returns to a button that was only
 * disabled for a while, goes on within the form or list of one that stays disabled, and else to the heading of what is left.
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
    findPlace(path)?.focus({ preventScroll: true })
  }
  const settle = () => {
    timer ??= setTimeout(restore, settleMs)
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

function findPlace([element, ...ancestors]: Path): HTMLElement | null | undefined {
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

/** The heading of the part of the page that an element is in, made ready to have the focus. */
function findHeading(element: Element): HTMLElement | null {
  const part = element.closest('section, [role=dialog], main')
  const heading = part?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  return heading
}
