import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActiveAccount } from '../../features/accounts/ActiveAccount.tsx'
import { listLinks } from '../sections.tsx'

/** How long a letter is waited for after `g`, in milliseconds. */
const pauseMs = 1_000

/** The keys of the whole dashboard: `g` and a letter lead to a screen, `?` shows the keys. What is typed into a field or a dialog stays there. */
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
      // The letter means something else to some screens.
      event.stopPropagation()
    }
    // Before the keys of a screen.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [account, navigate, showKeys])
}

/** Reports whether keys belong to a field, or to a dialog or menu that is open. */
function isTakenBy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
}
