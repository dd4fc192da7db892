import { useHotkeys } from '@mantine/hooks'

interface Keys {
  /** `/` */
  search: () => void
  /** Escape; undefined if nothing is open. */
  close: (() => void) | undefined
  /** An arrow key, j or k, while nothing has the focus. */
  enterList: () => void
}

/** Handles the keys of a page with a list that opens its rows. Dialogs handle their own keys, and fields keep what is typed. */
export function useListKeys({ search, close, enterList }: Keys): void {
  const byHand = { preventDefault: false }
  const enter = (event: KeyboardEvent) => {
    if (document.activeElement !== document.body) return
    event.preventDefault()
    enterList()
  }
  useHotkeys([
    [
      '/',
      (event) => {
        if (isInDialog(event)) return
        event.preventDefault()
        search()
      },
      byHand,
    ],
    ['Escape', (event) => isInDialog(event) || close?.(), byHand],
    ['ArrowDown', enter, byHand],
    ['ArrowUp', enter, byHand],
    ['j', enter, byHand],
    ['k', enter, byHand],
  ])
}

function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null
}
