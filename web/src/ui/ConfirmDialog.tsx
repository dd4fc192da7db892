import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ConfirmDialog.module.css'
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
  /** Nothing is lost: the button is not red. */
  harmless?: boolean
  /** What came of it, where the reader should know before the dialog closes; nothing is left to confirm then. */
  answer?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, pending, error, harmless, answer, onConfirm, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        {answer ? <Notice tone="info">{answer}</Notice> : <div>{children}</div>}
        {error && <Notice tone="danger">{error}</Notice>}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {answer ? 'Close' : 'Cancel'}
          </Button>
          {!answer && (
            <Button color={harmless ? undefined : 'red'} loading={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          )}
        </div>
      </Stack>
    </Modal>
  )
}
