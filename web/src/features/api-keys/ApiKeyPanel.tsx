import { Button } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconApiKey, IconPlus } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { SecretCreation } from '../../ui/SecretCreation.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { type ApiKey, ApiKeyTable } from './ApiKeyTable.tsx'
import { CreateApiKeyForm } from './CreateApiKeyForm.tsx'
import type { GatewayChoice } from './GatewayField.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'

const revokeApiKeyMutation = graphql(`
  mutation ApiKeyPanel_Revoke($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      apiKey {
        id
      }
    }
  }
`)

interface ApiKeyPanelProps {
  accountId: string
  /** Undefined while they load. */
  apiKeys: ApiKey[] | undefined
  /** What keys can be limited to. */
  gateways: readonly GatewayChoice[]
}

/** Lists, creates and revokes the account's API keys. */
export function ApiKeyPanel({ accountId, apiKeys, gateways }: ApiKeyPanelProps) {
  const [creating, setCreating] = useFlag('new')
  const [revoking, setRevoking] = useState<ApiKey>()

  return (
    <>
      <SecretCreation
        title="Create API key"
        label="API key"
        secretTitle={(name) => `Secret of ${name}`}
        opened={creating}
        onClose={() => setCreating(false)}
      >
        {(form) => <CreateApiKeyForm accountId={accountId} gateways={gateways} {...form} />}
      </SecretCreation>
      <Panel
        title="API keys"
        description="Programs use them to act in this account, within their scopes."
        aside={
          !creating && (
            <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              Create API key
            </Button>
          )
        }
        flush
      >
        {apiKeys?.length === 0 ? (
          <EmptyState
            icon={IconApiKey}
            title="No API keys"
            description="Create one to let a program use this account through the API."
          />
        ) : (
          <ApiKeyTable apiKeys={apiKeys} onRevoke={setRevoking} />
        )}
      </Panel>
      <ActionDialog
        item={revoking}
        onClose={() => setRevoking(undefined)}
        title={() => 'Revoke API key'}
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
    </>
  )
}
