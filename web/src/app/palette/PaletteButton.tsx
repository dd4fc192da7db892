import { ActionIcon } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { IconSearch } from '../../ui/icons.ts'

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette)

/** Opens the command palette, as Ctrl-K or Cmd-K does anywhere. The palette is loaded on first use. */
export function PaletteButton() {
  const [openings, setOpenings] = useState(0)
  const [opened, palette] = useDisclosure(false, { onOpen: () => setOpenings((count) => count + 1) })
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
      <Suspense>{openings > 0 && <Palette opened={opened} openings={openings} onClose={palette.close} />}</Suspense>
    </>
  )
}
