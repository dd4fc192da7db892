import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { useNow } from '../../ui/useNow.ts'
import { When } from '../../ui/When.tsx'
import { describeLimits, describeScopes } from './access.ts'

const apiKeyFragment = graphql(`
  fragment ApiKeyTable_ApiKey on ApiKey {
    id
    name
    prefix
    scopes
    gateways {
      id
      subdomain
      deletedAt
    }
    allowedNetworks
    createdBy {
      id
      fullName
    }
    createdAt
    lastUsedAt
    expiresAt
  }
`)

export type ApiKey = ResultOf<typeof apiKeyFragment>

interface ApiKeyTableProps {
  /** Undefined while they load. */
  apiKeys: ApiKey[] | undefined
  onRevoke: (apiKey: ApiKey) => void
}

/** The account's API keys. */
export function ApiKeyTable({ apiKeys, onRevoke }: ApiKeyTableProps) {
  return <DataTable caption="API keys" columns={getColumns(onRevoke)} rows={apiKeys} rowKey={({ id }) => id} />
}

const getColumns = (onRevoke: ApiKeyTableProps['onRevoke']): Column<ApiKey>[] => [
  {
    title: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ name, prefix }) => <TwoLines first={<strong>{name}</strong>} second={<code>{prefix}…</code>} />,
  },
  {
    title: 'Access',
    cell: (apiKey) => <TwoLines first={describeScopes(apiKey.scopes)} second={describeLimits(apiKey)} />,
  },
  {
    title: 'Created',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt, createdBy }) => <TwoLines first={<When iso={createdAt} />} second={createdBy?.fullName} />,
  },
  {
    title: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When iso={lastUsedAt} as="short-time" /> : 'Never'),
    sortBy: ({ lastUsedAt }) => lastUsedAt,
  },
  {
    title: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? <Expiry iso={expiresAt} /> : 'Never'),
    sortBy: ({ expiresAt }) => expiresAt,
  },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (apiKey) => (
      <Button variant="default" size="xs" aria-label={`Revoke ${apiKey.name}`} onClick={() => onRevoke(apiKey)}>
        Revoke
      </Button>
    ),
  },
]

const renewMs = 60_000

/** When a key expires, or that it has expired. */
function Expiry({ iso }: { iso: string }) {
  const when = <When iso={iso} />
  const isOver = Date.parse(iso) <= useNow(renewMs)
  return isOver ? <TwoLines first={<StatusBadge word="Expired" tone="neutral" />} second={when} /> : when
}
