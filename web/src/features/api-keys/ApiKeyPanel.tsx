import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconApiKey, IconPlus } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SecretValue } from '../../ui/SecretValue.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { type ApiKey, ApiKeyTable } from './ApiKeyTable.tsx'
import { CreateApiKeyForm } from './CreateApiKeyForm.tsx'
import type { GatewayChoice } from './GatewayField.tsx'
import { RevokeApiKeyDialog } from './RevokeApiKeyDialog.tsx'

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
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const [revoking, setRevoking] = useState<ApiKey>()

  return (
    <>
      {created && (
        <Panel
          title={`Secret of ${created.name}`}
          aside={
            <Button variant="default" size="xs" onClick={() => setCreated(undefined)}>
              Done
            </Button>
          }
        >
          <Stack>
            <SecretValue secret={created.secret} label="API key" />
            <Notice tone="warning">
              Copy it now. It is shown only once: the server keeps nothing but its SHA-256 hash.
            </Notice>
          </Stack>
        </Panel>
      )}
      {creating && (
        <Panel title="Create API Key">
          <CreateApiKeyForm
            accountId={accountId}
            gateways={gateways}
            onCreated={(key) => {
              setCreating(false)
              setCreated(key)
            }}
            onCancel={() => setCreating(false)}
          />
        </Panel>
      )}
      <Panel
        title="API Keys"
        description="Programs use them to act in this account, within their scopes."
        aside={
          !creating && (
            <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              Create API Key
            </Button>
          )
        }
        flush
      >
        {apiKeys?.length === 0 ? (
          <EmptyState
            icon={IconApiKey}
            title="No API Keys"
            description="Create one to let a program use this account through the API."
          />
        ) : (
          <ApiKeyTable apiKeys={apiKeys} onRevoke={setRevoking} />
        )}
      </Panel>
      <RevokeApiKeyDialog item={revoking} onClose={() => setRevoking(undefined)} />
    </>
  )
}
