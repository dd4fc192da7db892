import { useLayoutEffect, useState, type ReactNode } from 'react'

interface TakeOverProps {
  root: HTMLElement
  children: ReactNode
}

/**
 * Renders the app in place of the page that the server has rendered, which looks the same: the element that had the focus there has it here, and what
 * was open there is open here. React removes the old page as it inserts the new one, so nothing is scrolled.
 */
export function TakeOver({ root, children }: TakeOverProps) {
  const [keep] = useState(() => watch(root))
  useLayoutEffect(keep, [keep])
  return children
}

/** Watches a page that will be replaced. Returns a function that brings its replacement into the same state. */
function watch(root: HTMLElement): () => void {
  const before = [...root.children]
  let focused = findWithin(root, document.activeElement)
  const end = new AbortController()
  root.addEventListener('focusin', ({ target }) => (focused = findWithin(root, target)), end)
  // An element that is removed loses the focus, too.
  root.addEventListener('focusout', ({ target }) => setTimeout(() => forget(target)), end)
  const forget = (left: EventTarget | null) => {
    if (left === focused && focused?.isConnected) focused = undefined
  }
  return () => {
    end.abort()
    delete root.dataset['served']
    for (const opened of list(before, 'details[open]')) find(root, before, opened)?.setAttribute('open', '')
    if (focused && !focused.isConnected) find(root, before, focused)?.focus({ preventScroll: true })
    before.length = 0
  }
}

function findWithin(root: HTMLElement, target: EventTarget | null): HTMLElement | undefined {
  return target instanceof HTMLElement && root.contains(target) ? target : undefined
}

/** Finds the element at the position of another: among identical ones, the one with the same index. */
function find(root: HTMLElement, before: Element[], wanted: HTMLElement): HTMLElement | undefined {
  const isSame = (other: Element) =>
    other.textContent === wanted.textContent && other.getAttribute('href') === wanted.getAttribute('href')
  const number = list(before, wanted.localName).filter(isSame).indexOf(wanted)
  return list([...root.children], wanted.localName).filter(isSame)[number]
}

function list(roots: Element[], selector: string): HTMLElement[] {
  return roots
    .flatMap((each) => [each, ...each.querySelectorAll(selector)])
    .filter((each): each is HTMLElement => each instanceof HTMLElement)
    .filter((each) => each.matches(selector))
}
