import { Text } from '@mantine/core'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { Domain } from './domain.ts'

const deleteDomainMutation = graphql(`
  mutation DeleteDomainDialog_DeleteDomain($input: DeleteDomainInput!) {
    deleteDomain(input: $input) {
      domain {
        id
      }
    }
  }
`)

interface DeleteDomainDialogProps {
  /** The domain in question; undefined while the dialog is closed. */
  domain: Domain | undefined
  onClose: () => void
}

/** Asks before a domain is deleted. */
export function DeleteDomainDialog({ domain, onClose }: DeleteDomainDialogProps) {
  return (
    <ActionDialog
      item={domain}
      title={() => 'Delete Domain'}
      confirmLabel="Delete domain"
      document={deleteDomainMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        deleteDomain: { __typename: 'DeleteDomainPayload', domain: { __typename: 'Domain', id } },
      })}
      update={(cache, { data }) => {
        if (data) cache.evict({ id: cache.identify(data.deleteDomain.domain) })
      }}
      onDone={(deleted) => notify(`${deleted.domain} was deleted.`)}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <Text size="sm">
            Are you sure you want to delete "{shown.domain}"? This action cannot be undone and will remove the domain
            from your account permanently.
          </Text>
          {shown.status !== 'pending' && (
            <Text size="sm" mt="sm">
              Gateways on it are deleted too, and their tunnels close within 2 seconds.
            </Text>
          )}
        </>
      )}
    </ActionDialog>
  )
}
