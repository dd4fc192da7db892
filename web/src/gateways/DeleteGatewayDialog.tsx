import { Text } from '@mantine/core'
import { useAction } from '../graphql/useAction.ts'
import { notify } from '../ui/notify.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DeleteGatewayDialog_DeleteGatewayDocument } from './DeleteGatewayDialog.generated.ts'
import type { GatewayTable_GatewayFragment } from './GatewayTable.generated.ts'

interface DeleteGatewayDialogProps {
  /** The gateway to ask about; undefined while nothing is asked. */
  gateway: GatewayTable_GatewayFragment | undefined
  onClose: () => void
}

/** Asks before a hostname is given back. */
export function DeleteGatewayDialog({ gateway, onClose }: DeleteGatewayDialogProps) {
  const remove = useAction(DeleteGatewayDialog_DeleteGatewayDocument, {
    update: (cache, { data }) => {
      if (data) cache.evict({ id: cache.identify(data.deleteGateway.gateway) })
    },
  })
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = async () => {
    if (!gateway || !(await remove.run({ input: { id: gateway.id } }))) return
    close()
    notify(`${gateway.subdomain} was deleted.`)
  }

  return (
    <ConfirmDialog
      opened={gateway !== undefined}
      title="Delete Gateway"
      confirmLabel="Delete gateway"
      pending={remove.pending}
      error={remove.errorText}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <Text size="sm">
        Are you sure you want to delete "{gateway?.subdomain}"? This action cannot be undone and will remove the
        subdomain from your account permanently.
      </Text>
      {gateway?.tunnelBinding && (
        <Text size="sm" mt="sm">
          An agent serves it now. Its tunnel closes within 2 seconds and the culvert command exits.
        </Text>
      )}
    </ConfirmDialog>
  )
}
