import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { Gateway } from './gateway.ts'

const deleteGatewayMutation = graphql(`
  mutation DeleteGatewayDialog_DeleteGateway($input: DeleteGatewayInput!) {
    deleteGateway(input: $input) {
      gateway {
        id
      }
    }
  }
`)

interface DeleteGatewayDialogProps extends DialogProps<Gateway> {
  onDeleted?: () => void
}

/** Asks before a hostname is released. */
export function DeleteGatewayDialog({ onDeleted, ...dialog }: DeleteGatewayDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Delete gateway'}
      confirmLabel="Delete gateway"
      document={deleteGatewayMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        deleteGateway: { __typename: 'DeleteGatewayPayload', gateway: { __typename: 'Gateway', id } },
      })}
      removed={(data) => data.deleteGateway.gateway}
      onDone={({ subdomain }) => {
        notify(`${subdomain} was deleted.`)
        onDeleted?.()
      }}
    >
      {({ subdomain, tunnelBinding }) => (
        <>
          <p>
            Are you sure you want to delete "{subdomain}"? This action cannot be undone and will remove the subdomain
            from your account permanently.
          </p>
          {tunnelBinding && (
            <p>
              It is being served. Every tunnel on it closes within 2 seconds, and its culvert command exits if it has no
              other.
            </p>
          )}
        </>
      )}
    </ActionDialog>
  )
}
