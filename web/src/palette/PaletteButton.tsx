import { ActionIcon } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { IconSearch } from '../ui/icons.ts'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

/** Opens the command palette, as Ctrl-K or Cmd-K does anywhere. It is loaded when it is first asked for. */
export function PaletteButton() {
  const [wanted, setWanted] = useState(false)
  const [opened, palette] = useDisclosure(false, { onOpen: () => setWanted(true) })
  useHotkeys([['mod+K', palette.toggle]], [], true)
  return (
    <>
      <ActionIcon
        size="lg"
        aria-label="Find or do something"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Find or do something (Ctrl K)"
        onClick={palette.open}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <Suspense>{wanted && <Palette opened={opened} onClose={palette.close} />}</Suspense>
    </>
  )
}
