import { Text } from '@mantine/core'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import type { ApiKey } from './ApiKeyTable.tsx'

const revokeApiKeyMutation = graphql(`
  mutation RevokeApiKeyDialog_RevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      apiKey {
        id
      }
    }
  }
`)

interface RevokeApiKeyDialogProps {
  /** The key in question; undefined while the dialog is closed. */
  apiKey: ApiKey | undefined
  onClose: () => void
}

/** Asks before a program loses its key. */
export function RevokeApiKeyDialog({ apiKey, onClose }: RevokeApiKeyDialogProps) {
  return (
    <ActionDialog
      item={apiKey}
      title={() => 'Revoke API Key'}
      confirmLabel="Revoke key"
      document={revokeApiKeyMutation}
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
