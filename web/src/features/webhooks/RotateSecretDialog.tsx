import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { DialogProps } from '../../graphql/ActionDialog.tsx'
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
export function RotateSecretDialog({ item, onClose, onRotated }: RotateSecretDialogProps) {
  // The secret is shown once and not stored.
  const rotate = useAction(rotateMutation, { fetchPolicy: 'no-cache' })
  const close = () => {
    rotate.reset()
    onClose()
  }
  const confirm = async () => {
    const answer = item && (await rotate.run({ input: { id: item.id } }))
    if (!answer) return
    close()
    onRotated(answer.rotateWebhookSecret.webhook, answer.rotateWebhookSecret.secret)
  }
  return (
    <ConfirmDialog
      opened={item !== undefined}
      title="New Secret"
      confirmLabel="Create a new secret"
      harmless
      pending={rotate.pending}
      error={rotate.errorText}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {item && (
        <p>
          Requests to {getHost(item)} are signed with the new secret at once, and for 24 hours with the current one too,
          so that your program misses nothing until it has the new one.
        </p>
      )}
    </ConfirmDialog>
  )
}
