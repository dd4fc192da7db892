import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ConfirmDialog.module.css'
import { Notice } from './Notice.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen, with all its consequences. */
  children: ReactNode
  /** What the button does, for example `Delete gateway`. */
  confirmLabel: string
  pending: boolean
  /** Why it failed. */
  error?: string
  /** Whether nothing is lost by it: then the button is not red. */
  harmless?: boolean
  /** The outcome, if the reader should see it before the dialog closes. Then there is nothing left to confirm. */
  answer?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, pending, error, harmless, answer, onConfirm, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        {answer ? <Notice tone="info">{answer}</Notice> : <div className={classes.words}>{children}</div>}
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
