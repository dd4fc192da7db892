import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
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

/** Asks before a domain is deleted. */
export function DeleteDomainDialog(dialog: DialogProps<Domain>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Delete Domain'}
      confirmLabel="Delete domain"
      document={deleteDomainMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        deleteDomain: { __typename: 'DeleteDomainPayload', domain: { __typename: 'Domain', id } },
      })}
      removed={(data) => data.deleteDomain.domain}
      onDone={(deleted) => notify(`${deleted.domain} was deleted.`)}
    >
      {(shown) => (
        <>
          <p>
            Are you sure you want to delete "{shown.domain}"? This action cannot be undone and will remove the domain
            from your account permanently.
          </p>
          {shown.status !== 'pending' && (
            <p>Gateways on it are deleted too, and their tunnels close within 2 seconds.</p>
          )}
        </>
      )}
    </ActionDialog>
  )
}
