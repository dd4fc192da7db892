import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What happens, with all its consequences. */
  children: ReactNode
  /** What the button does, for example `Delete gateway`. */
  confirmLabel: string
  pending: boolean
  /** Why it failed. */
  error?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, pending, error, onConfirm, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <div>{children}</div>
        {error && <Notice tone="danger">{error}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
