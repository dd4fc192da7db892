import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { StoreObject } from '@apollo/client/utilities'
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
  /** Returns the object that the answer says is gone, which then leaves the cache. */
  removed?: (data: Data) => StoreObject
  /**
   * The expected answer. If given, the dialog closes and the change shows at once. On failure the change is undone, and the
   * dialog gives the reason, after the one that is open by then.
   */
  optimistic?: (item: Item) => ActionOptions<Data, Variables>['optimisticResponse']
  fetchPolicy?: ActionOptions<Data, Variables>['fetchPolicy']
  /** Whether nothing is lost by it. */
  harmless?: boolean
  /** Called when the mutation succeeded. The dialog closes on its own. */
  onDone?: (item: Item, data: Data) => void
}

/** An item whose change was shown at once, and why it was undone. */
interface Failure<Item> {
  item: Item
  reason: string
}

/** Confirms a mutation that cannot be undone, and runs it. Stays open with the reason when it fails. */
export function ActionDialog<Item, Data, Variables extends OperationVariables>({
  item,
  title,
  children,
  confirmLabel,
  document,
  variables,
  removed,
  update = (cache, { data }) => {
    if (data && removed) cache.evict({ id: cache.identify(removed(data)) })
  },
  optimistic,
  fetchPolicy,
  harmless,
  onDone,
  onClose,
}: ActionDialogProps<Item, Data, Variables>) {
  const [failures, setFailures] = useState<readonly Failure<Item>[]>([])
  const failure = item === undefined ? failures[0] : undefined
  const asked = item ?? failure?.item
  const optimisticResponse = asked === undefined ? undefined : optimistic?.(asked)
  const action = useAction(document, { update, optimisticResponse, fetchPolicy })
  const opening = useOpening()
  // While the dialog fades out, it keeps its content.
  const [shown, setShown] = useState(asked)
  if (asked !== undefined && asked !== shown) setShown(asked)

  const close = () => {
    opening.end()
    action.reset()
    setFailures((all) => all.filter((one) => one !== failure))
    onClose()
  }
  const confirm = async () => {
    if (asked === undefined) return
    if (optimistic) close()
    const isStillOpen = opening.begin()
    const answer = await action.run(variables(asked), (reason) => {
      if (optimistic) setFailures((all) => [...all, { item: asked, reason }])
    })
    if (!answer) return
    if (!optimistic && isStillOpen()) close()
    onDone?.(asked, answer)
  }

  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={shown === undefined ? '' : title(shown)}
      confirmLabel={confirmLabel}
      // What is shown at once is waited for by no one.
      pending={!optimistic && action.pending}
      error={optimistic ? failure?.reason : action.errorText}
      harmless={harmless}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {shown !== undefined && children(shown)}
    </ConfirmDialog>
  )
}
