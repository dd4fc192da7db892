import { Modal, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import type { CheckTarget } from './useConnectionCheck.ts'

interface ConnectionDialogProps<Item> {
  /** The item to check; undefined while the dialog is closed. */
  item: Item | undefined
  title: (item: Item) => string
  target: (item: Item) => CheckTarget
  /** Renders what is known about it before the check. */
  children?: (item: Item) => ReactNode
  onClose: () => void
}

/** Checks how a gateway or an agent is reached as soon as it opens. */
export function ConnectionDialog<Item>({ item, title, target, children, onClose }: ConnectionDialogProps<Item>) {
  // While the dialog fades out, it keeps its content.
  const [shown, setShown] = useState(item)
  if (item !== undefined && item !== shown) setShown(item)
  return (
    <Modal opened={item !== undefined} onClose={onClose} size="lg" title={shown === undefined ? '' : title(shown)}>
      {shown !== undefined && (
        <Stack gap="lg">
          {children?.(shown)}
          <ConnectionCheck key={target(shown).id} target={target(shown)} immediate />
        </Stack>
      )}
    </Modal>
  )
}
