import { ActionIcon, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { IconSearch } from '../../ui/icons.ts'
import { getPaletteKeys, Keys } from '../../ui/Keys.tsx'
import classes from './PaletteButton.module.css'

const Palette = lazyPart('Palette', () => import('./Palette.tsx'))

/** Opens the command palette, as Ctrl-K or Cmd-K does anywhere. The palette is loaded on first use. */
export function PaletteButton() {
  const [openings, setOpenings] = useState(0)
  const [opened, palette] = useDisclosure(false, { onOpen: () => setOpenings((count) => count + 1) })
  const keys = getPaletteKeys()
  useHotkeys([['mod+K', palette.toggle]], [], true)
  return (
    <>
      <ActionIcon
        size="lg"
        w="auto"
        px="0.5rem"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Find or do something (${keys.join(' ')})`}
        onClick={palette.open}
      >
        <VisuallyHidden>Find or do something</VisuallyHidden>
        <Group component="span" gap="0.5rem" wrap="nowrap" aria-hidden>
          <IconSearch size={18} stroke={1.7} />
          <span className={classes.keys}>
            <Keys keys={keys} />
          </span>
        </Group>
      </ActionIcon>
      <Suspense>{openings > 0 && <Palette opened={opened} openings={openings} onClose={palette.close} />}</Suspense>
    </>
  )
}
