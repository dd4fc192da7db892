import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconKey, IconPlus } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { SecretCreation } from '../../ui/SecretCreation.tsx'
import type { BindableGateway } from './BindingFields.tsx'
import { CreateAgentTokenForm } from './CreateAgentTokenForm.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { describeBinding } from './binding.ts'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'

const agentTokenFragment = graphql(`
  fragment AgentTokenPanel_AgentToken on AgentToken {
    id
    label
    name
    prefix
    gateway {
      id
      subdomain
    }
    hostnamePrefix
    expiresAt
    lastUsedAt
  }
`)

type AgentToken = ResultOf<typeof agentTokenFragment>

const revokeAgentTokenMutation = graphql(`
  mutation AgentTokenPanel_Revoke($input: RevokeAgentTokenInput!) {
    revokeAgentToken(input: $input) {
      agentToken {
        id
      }
    }
  }
`)

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
  const [revoking, setRevoking] = useState<AgentToken>()

  return (
    <>
      <SecretCreation
        title="Create agent token"
        label="agent token"
        secretTitle={(name) => `Token of ${name}`}
        opened={creating}
        onClose={() => setCreating(false)}
      >
        {(form) => <CreateAgentTokenForm accountId={accountId} gateways={gateways} {...form} />}
      </SecretCreation>
      <Panel
        title="Agent tokens"
        description={
          hasMore
            ? "Your customers' programs use them to start agents. The newest 100 are shown; the API lists the others."
            : "Your customers' programs use them to start agents, on one gateway or prefix, until they expire."
        }
        aside={
          !creating && (
            <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              Create agent token
            </Button>
          )
        }
        flush
      >
        {tokens?.length === 0 ? (
          <EmptyState
            icon={IconKey}
            title="No agent tokens"
            description="Create one to let someone open a tunnel of your account, and nothing else."
          />
        ) : (
          <DataTable caption="Agent tokens" columns={getColumns(setRevoking)} rows={tokens} rowKey={({ id }) => id} />
        )}
      </Panel>
      <ActionDialog
        item={revoking}
        onClose={() => setRevoking(undefined)}
        title={() => 'Revoke agent token'}
        confirmLabel="Revoke token"
        document={revokeAgentTokenMutation}
        variables={({ id }) => ({ input: { id } })}
        removed={(data) => data.revokeAgentToken.agentToken}
        onDone={({ label }) => notify(`The token of ${label} stopped working.`)}
      >
        {(token) => (
          <p>
            The token of "{token.label}" for <code>{describeBinding(token)}</code> stops working at once, and its agents
            end within 2 seconds. This cannot be undone.
          </p>
        )}
      </ActionDialog>
    </>
  )
}

const getColumns = (onRevoke: (token: AgentToken) => void): Column<AgentToken>[] => [
  {
    title: 'Label',
    sortBy: ({ label }) => label,
    cell: ({ label, name, prefix }) => (
      <TwoLines first={<strong>{label}</strong>} second={name ?? <code>{prefix}…</code>} />
    ),
  },
  { title: 'Bound to', cell: (token) => <code>{describeBinding(token)}</code> },
  {
    title: 'Expires',
    sortBy: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <When iso={expiresAt} as="short-time" />,
  },
  {
    title: 'Last used',
    sortBy: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When iso={lastUsedAt} as="short-time" /> : 'Never'),
  },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (token) => (
      <Button variant="default" size="xs" aria-label={`Revoke token of ${token.label}`} onClick={() => onRevoke(token)}>
        Revoke
      </Button>
    ),
  },
]
