import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { describeBinding } from './binding.ts'

const agentTokenFragment = graphql(`
  fragment AgentTokenTable_AgentToken on AgentToken {
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

export type AgentToken = ResultOf<typeof agentTokenFragment>

interface AgentTokenTableProps {
  /** Undefined while they load. */
  tokens: AgentToken[] | undefined
  onRevoke: (token: AgentToken) => void
}

/** The account's valid agent tokens. */
export function AgentTokenTable({ tokens, onRevoke }: AgentTokenTableProps) {
  return <DataTable caption="Agent tokens" columns={getColumns(onRevoke)} rows={tokens} rowKey={({ id }) => id} />
}

const getColumns = (onRevoke: AgentTokenTableProps['onRevoke']): Column<AgentToken>[] => [
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
