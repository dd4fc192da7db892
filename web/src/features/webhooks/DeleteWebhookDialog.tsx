import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import { getHost, type Webhook } from './webhook.ts'

const deleteMutation = graphql(`
  mutation DeleteWebhookDialog_Delete($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      id
    }
  }
`)

/** Asks before a webhook is deleted. */
export function DeleteWebhookDialog(dialog: DialogProps<Webhook>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Delete Webhook'}
      confirmLabel="Delete webhook"
      document={deleteMutation}
      variables={({ id }) => ({ input: { id } })}
      removed={(data) => ({ __typename: 'Webhook', id: data.deleteWebhook.id })}
      onDone={(webhook) => notify(`The webhook to ${getHost(webhook)} was deleted.`)}
    >
      {(webhook) => (
        <p>
          Nothing is sent to {getHost(webhook)} any more, including what is waiting. Its deliveries and its secret are
          deleted with it. This cannot be undone.
        </p>
      )}
    </ActionDialog>
  )
}
