import { Text } from '@mantine/core'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
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

interface DeleteGatewayDialogProps {
  /** The gateway in question; undefined while the dialog is closed. */
  gateway: Gateway | undefined
  onClose: () => void
}

/** Asks before a hostname is released. */
export function DeleteGatewayDialog({ gateway, onClose }: DeleteGatewayDialogProps) {
  return (
    <ActionDialog
      item={gateway}
      title={() => 'Delete Gateway'}
      confirmLabel="Delete gateway"
      document={deleteGatewayMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        deleteGateway: { __typename: 'DeleteGatewayPayload', gateway: { __typename: 'Gateway', id } },
      })}
      update={(cache, { data }) => {
        if (data) cache.evict({ id: cache.identify(data.deleteGateway.gateway) })
      }}
      onDone={({ subdomain }) => notify(`${subdomain} was deleted.`)}
      onClose={onClose}
    >
      {({ subdomain, tunnelBinding }) => (
        <>
          <Text size="sm">
            Are you sure you want to delete "{subdomain}"? This action cannot be undone and will remove the subdomain
            from your account permanently.
          </Text>
          {tunnelBinding && (
            <Text size="sm" mt="sm">
              An agent serves it now. Its tunnel closes within 2 seconds and the culvert command exits.
            </Text>
          )}
        </>
      )}
    </ActionDialog>
  )
}
