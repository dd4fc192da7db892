import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useAction, type ActionOptions } from './useAction.ts'

interface ActionDialogProps<Item, Data, Variables extends OperationVariables> {
  /** What is asked about; undefined while nothing is asked. */
  item: Item | undefined
  title: (item: Item) => string
  /** What happens, with all its consequences. */
  children: (item: Item) => ReactNode
  /** What the button does, for example `Delete gateway`. */
  confirmLabel: string
  document: TypedDocumentNode<Data, Variables>
  variables: (item: Item) => Variables
  update?: ActionOptions<Data, Variables>['update']
  /** The mutation went through; the dialog closes by itself. */
  onDone?: (item: Item) => void
  onClose: () => void
}

/** Asks before a mutation that cannot be undone, runs it, and stays with the reason when it fails. */
export function ActionDialog<Item, Data, Variables extends OperationVariables>({
  item,
  title,
  children,
  confirmLabel,
  document,
  variables,
  update,
  onDone,
  onClose,
}: ActionDialogProps<Item, Data, Variables>) {
  const action = useAction(document, { update })
  // While the dialog fades out, it still speaks of what it was about.
  const [shown, setShown] = useState(item)
  if (item !== undefined && item !== shown) setShown(item)

  const close = () => {
    action.reset()
    onClose()
  }
  const confirm = async () => {
    if (item === undefined || !(await action.run(variables(item)))) return
    close()
    onDone?.(item)
  }

  return (
    <ConfirmDialog
      opened={item !== undefined}
      title={shown === undefined ? '' : title(shown)}
      confirmLabel={confirmLabel}
      pending={action.pending}
      error={action.errorText}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {shown !== undefined && children(shown)}
    </ConfirmDialog>
  )
}
