import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useOpening } from '../ui/useOpening.ts'
import { useAction, type ActionOptions } from './useAction.ts'

/** The props of a dialog about an item. */
export interface DialogProps<Item> {
  /** The item in question; undefined while the dialog is closed. */
  item: Item | undefined
  onClose: () => void
}

interface ActionDialogProps<Item, Data, Variables extends OperationVariables> extends DialogProps<Item> {
  title: (item: Item) => string
  /** Renders what will happen, with all its consequences. */
  children: (item: Item) => ReactNode
  /** What the button does, for example `Delete gateway`. */
  confirmLabel: string
  document: TypedDocumentNode<Data, Variables>
  variables: (item: Item) => Variables
  update?: ActionOptions<Data, Variables>['update']
  /**
   * The expected answer. If given, the dialog closes and the change shows at once. On failure the change is undone, and the
   * dialog gives the reason.
   */
  optimistic?: (item: Item) => ActionOptions<Data, Variables>['optimisticResponse']
  /** Called when the mutation succeeded. The dialog closes on its own. */
  onDone?: (item: Item) => void
}

/** Confirms a mutation that cannot be undone, and runs it. Stays open with the reason when it fails. */
export function ActionDialog<Item, Data, Variables extends OperationVariables>({
  item,
  title,
  children,
  confirmLabel,
  document,
  variables,
  update,
  optimistic,
  onDone,
  onClose,
}: ActionDialogProps<Item, Data, Variables>) {
  const [failed, setFailed] = useState<Item>()
  const asked = item ?? failed
  const optimisticResponse = asked === undefined ? undefined : optimistic?.(asked)
  const action = useAction(document, { update, optimisticResponse })
  const opening = useOpening()
  // While the dialog fades out, it keeps its content.
  const [shown, setShown] = useState(asked)
  if (asked !== undefined && asked !== shown) setShown(asked)

  const close = () => {
    opening.end()
    action.reset()
    setFailed(undefined)
    onClose()
  }
  const confirm = async () => {
    if (asked === undefined) return
    if (optimistic) close()
    const isStillOpen = opening.begin()
    const answer = await action.run(variables(asked))
    if (answer) {
      if (!optimistic && isStillOpen()) close()
      onDone?.(asked)
    } else if (optimistic) {
      setFailed(asked)
    }
  }

  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={shown === undefined ? '' : title(shown)}
      confirmLabel={confirmLabel}
      pending={action.pending}
      error={optimistic && asked !== failed ? undefined : action.errorText}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {shown !== undefined && children(shown)}
    </ConfirmDialog>
  )
}
