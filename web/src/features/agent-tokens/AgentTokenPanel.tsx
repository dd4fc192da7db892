import { Button } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconKey, IconPlus } from '../../ui/icons.ts'
import { NewSecretPanel } from '../../ui/NewSecretPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type AgentToken, AgentTokenTable } from './AgentTokenTable.tsx'
import type { BindableGateway } from './BindingFields.tsx'
import { CreateAgentTokenForm } from './CreateAgentTokenForm.tsx'
import { RevokeAgentTokenDialog } from './RevokeAgentTokenDialog.tsx'

interface AgentTokenPanelProps {
  /** Undefined while they load. */
  tokens: AgentToken[] | undefined
  /** Whether the account has more tokens than are shown. */
  hasMore: boolean
  gateways: readonly BindableGateway[]
}

/** Lists, creates and revokes the account's agent tokens. */
export function AgentTokenPanel({ tokens, hasMore, gateways }: AgentTokenPanelProps) {
  const accountId = useActiveAccount().membership.account.id
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<{ label: string; secret: string }>()
  const [revoking, setRevoking] = useState<AgentToken>()

  return (
    <>
      {created && (
        <NewSecretPanel
          title={`Token of ${created.label}`}
          secret={created.secret}
          label="agent token"
          onDone={() => setCreated(undefined)}
        />
      )}
      {creating && (
        <Panel title="Create Agent Token">
          <CreateAgentTokenForm
            accountId={accountId}
            gateways={gateways}
            onCreated={(token) => {
              setCreating(false)
              setCreated(token)
            }}
            onCancel={() => setCreating(false)}
          />
        </Panel>
      )}
      <Panel
        title="Agent Tokens"
        description={
          hasMore
            ? 'Programs of your customers use them to start agents. The newest 100 are shown; the API lists the others.'
            : 'Programs of your customers use them to start agents, on one gateway or prefix, until they expire.'
        }
        aside={
          !creating && (
            <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              Create Agent Token
            </Button>
          )
        }
        flush
      >
        {tokens?.length === 0 ? (
          <EmptyState
            icon={IconKey}
            title="No Agent Tokens"
            description="Create one to let someone open a tunnel of your account, and nothing else."
          />
        ) : (
          <AgentTokenTable tokens={tokens} onRevoke={setRevoking} />
        )}
      </Panel>
      <RevokeAgentTokenDialog item={revoking} onClose={() => setRevoking(undefined)} />
    </>
  )
}
