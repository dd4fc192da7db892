import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { useShortcuts } from './useShortcuts.ts'

const ShortcutsDialog = lazyPart('ShortcutsDialog', async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

/** Takes the keys of the dashboard, and shows them where `?` asks for them. */
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
