import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActiveAccount } from '../../features/accounts/ActiveAccount.tsx'
import { listLinks } from '../sections.tsx'

/** How long to wait for a letter after `g`, in milliseconds. */
const pauseMs = 1_000

/** Handles the keys of the whole dashboard: `g` and a letter open a screen, `?` shows the keys. Typing in a field or a dialog is not affected. */
export function useShortcuts(showKeys: () => void): void {
  const navigate = useNavigate()
  const { account } = useActiveAccount().membership
  useEffect(() => {
    let goneMs = -Infinity
    function onKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTakenBy(event.target)) return
      const isSecond = event.timeStamp - goneMs < pauseMs
      goneMs = !isSecond && event.key === 'g' ? event.timeStamp : -Infinity
      const link = isSecond ? listLinks(account).find(({ goKey }) => goKey === event.key) : undefined
      if (link) void navigate(link.to)
      else if (event.key === '?') showKeys()
      else return
      event.preventDefault()
      // Some screens use the letter for something else.
      event.stopPropagation()
    }
    // Runs before the keys of a screen.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [account, navigate, showKeys])
}

/** Reports whether keys belong to a field, or to a dialog or menu that is open. */
function isTakenBy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
}
