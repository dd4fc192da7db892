import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
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

/** Asks before a program loses its key. */
export function RevokeApiKeyDialog(dialog: DialogProps<ApiKey>) {
  return (
    <ActionDialog
      {...dialog}
      title={() => 'Revoke API Key'}
      confirmLabel="Revoke key"
      document={revokeApiKeyMutation}
      variables={({ id }) => ({ input: { id } })}
      optimistic={({ id }) => ({
        revokeApiKey: { __typename: 'RevokeApiKeyPayload', apiKey: { __typename: 'ApiKey', id } },
      })}
      removed={(data) => data.revokeApiKey.apiKey}
      onDone={({ name }) => notify(`${name} stopped working.`)}
    >
      {({ name, prefix }) => (
        <p>
          "{name}" (<code>{prefix}…</code>) stops working at once, and its live connections end. Programs that use it
          are refused. This cannot be undone.
        </p>
      )}
    </ActionDialog>
  )
}
