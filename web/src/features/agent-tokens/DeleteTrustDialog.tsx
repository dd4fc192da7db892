import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { Trust } from './TrustTable.tsx'

const deleteTrustMutation = graphql(`
  mutation DeleteTrustDialog_DeleteTrust($input: DeleteTrustInput!) {
    deleteTrust(input: $input) {
      trust {
        id
      }
    }
  }
`)

/** Asks before a workload is no longer trusted. */
export function DeleteTrustDialog(dialog: DialogProps<Trust>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Delete Trust'}
      confirmLabel="Delete trust"
      document={deleteTrustMutation}
      variables={({ id }) => ({ input: { id } })}
      removed={(data) => data.deleteTrust.trust}
      onDone={({ name }) => notify(`${name} is no longer trusted.`)}
    >
      {({ name }) => (
        <p>
          Jobs of "{name}" no longer get tokens, and the agents that they started with this trust end within 2 seconds.
          This cannot be undone.
        </p>
      )}
    </ActionDialog>
  )
}
