import { Text } from '@mantine/core'
import { ActionDialog } from '../graphql/ActionDialog.tsx'
import { notify } from '../ui/notify.ts'
import type { ApiKeyTable_ApiKeyFragment } from './ApiKeyTable.generated.ts'
import { RevokeApiKeyDialog_RevokeApiKeyDocument } from './RevokeApiKeyDialog.generated.ts'

interface RevokeApiKeyDialogProps {
  /** The key to ask about; undefined while nothing is asked. */
  apiKey: ApiKeyTable_ApiKeyFragment | undefined
  onClose: () => void
}

/** Asks before a program loses its key. */
export function RevokeApiKeyDialog({ apiKey, onClose }: RevokeApiKeyDialogProps) {
  return (
    <ActionDialog
      item={apiKey}
      title={() => 'Revoke API Key'}
      confirmLabel="Revoke key"
      document={RevokeApiKeyDialog_RevokeApiKeyDocument}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        revokeApiKey: { __typename: 'RevokeApiKeyPayload', apiKey: { __typename: 'ApiKey', id } },
      })}
      update={(cache, { data }) => {
        if (data) cache.evict({ id: cache.identify(data.revokeApiKey.apiKey) })
      }}
      onDone={({ name }) => notify(`${name} stopped working.`)}
      onClose={onClose}
    >
      {({ name, prefix }) => (
        <Text size="sm">
          "{name}" (<code>{prefix}…</code>) stops working at once, and its live connections end. Programs that use it
          are refused. This cannot be undone.
        </Text>
      )}
    </ActionDialog>
  )
}
