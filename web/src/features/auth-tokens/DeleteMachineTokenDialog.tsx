import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { MachineToken } from './MachineTokenTable.tsx'

const deleteMachineTokenMutation = graphql(`
  mutation DeleteMachineTokenDialog_DeleteMachineToken($input: DeleteMachineTokenInput!) {
    deleteMachineToken(input: $input) {
      machineToken {
        id
      }
    }
  }
`)

/** Asks before a machine loses its token. */
export function DeleteMachineTokenDialog(dialog: DialogProps<MachineToken>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Disconnect Machine'}
      confirmLabel="Disconnect machine"
      document={deleteMachineTokenMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        deleteMachineToken: {
          __typename: 'DeleteMachineTokenPayload',
          machineToken: { __typename: 'MachineToken', id },
        },
      })}
      removed={(data) => data.deleteMachineToken.machineToken}
      onDone={({ name }) => notify(`${name} was disconnected.`)}
    >
      {({ name }) => (
        <p>
          The token of "{name}" stops working at once, and the agents that run with it end within 2 seconds. The machine
          needs a new token to connect again.
        </p>
      )}
    </ActionDialog>
  )
}
