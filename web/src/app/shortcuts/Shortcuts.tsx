import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { useShortcuts } from './useShortcuts.ts'

const ShortcutsDialog = lazyPart('ShortcutsDialog', () => import('./ShortcutsDialog.tsx'))

/** Handles the dashboard's keys, and shows them when `?` is pressed. */
export function Shortcuts() {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  useShortcuts(
    useCallback(() => {
      setWanted(true)
      setOpened(true)
    }, []),
  )
  return <Suspense>{wanted && <ShortcutsDialog opened={opened} onClose={() => setOpened(false)} />}</Suspense>
}
