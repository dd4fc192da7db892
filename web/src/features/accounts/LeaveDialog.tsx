import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'

const leaveAccountMutation = graphql(`
  mutation LeaveDialog_LeaveAccount($input: LeaveAccountInput!) {
    leaveAccount(input: $input) {
      accountId
    }
  }
`)

interface LeaveDialogProps extends DialogProps<{ id: string; name: string }> {
  onLeft: () => void
}

/** Asks the viewer to confirm leaving an account, and leaves it. */
export function LeaveDialog({ onLeft, ...dialog }: LeaveDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      title={({ name }) => `Leave ${name}`}
      confirmLabel="Leave account"
      document={leaveAccountMutation}
      variables={({ id }) => ({ input: { accountId: id } })}
      onDone={({ name }) => {
        onLeft()
        notify(`You left ${name}.`)
      }}
    >
      {({ name }) => (
        <p>
          You lose access to {name} and all of its resources. Your AuthID and machine tokens for it stop working, and
          your agents end within 2 seconds. You can come back only by invitation.
        </p>
      )}
    </ActionDialog>
  )
}
