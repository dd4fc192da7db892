import { graphql } from '../../graphql/generated/gql.ts'
import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { getHost, type Webhook } from './webhook.ts'

const rotateMutation = graphql(`
  mutation RotateSecretDialog_Rotate($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) {
      webhook {
        ...Webhook_Webhook
      }
      secret
    }
  }
`)

interface RotateSecretDialogProps extends DialogProps<Webhook> {
  onRotated: (webhook: Webhook, secret: string) => void
}

/** Asks before a webhook gets a new secret. */
export function RotateSecretDialog({ onRotated, ...dialog }: RotateSecretDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'New Secret'}
      confirmLabel="Create a new secret"
      harmless
      document={rotateMutation}
      variables={({ id }) => ({ input: { id } })}
      // The secret is shown once and not stored.
      fetchPolicy="no-cache"
      onDone={(_webhook, { rotateWebhookSecret: { webhook, secret } }) => onRotated(webhook, secret)}
    >
      {(webhook) => (
        <p>
          Requests to {getHost(webhook)} are signed with the new secret at once, and for 24 hours with the current one
          too, so that your program misses nothing until it has the new one.
        </p>
      )}
    </ActionDialog>
  )
}
