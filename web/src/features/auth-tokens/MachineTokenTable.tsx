import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'

const machineTokenFragment = graphql(`
  fragment MachineTokenTable_MachineToken on MachineToken {
    id
    name
    createdAt
    lastUsedAt
    approvedFrom
  }
`)

export type MachineToken = ResultOf<typeof machineTokenFragment>

interface MachineTokenTableProps {
  tokens: MachineToken[]
  onDelete: (token: MachineToken) => void
}

/** The machines that act as the viewer, each with a button to disconnect it. */
export function MachineTokenTable({ tokens, onDelete }: MachineTokenTableProps) {
  return <DataTable caption="Machines" columns={getColumns(onDelete)} rows={tokens} rowKey={({ id }) => id} />
}

const getColumns = (onDelete: MachineTokenTableProps['onDelete']): Column<MachineToken>[] => [
  {
    title: 'Name',
    cell: ({ name, approvedFrom }) => (
      <TwoLines first={<strong>{name}</strong>} second={approvedFrom && `Approved from ${approvedFrom}`} />
    ),
  },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <When iso={lastUsedAt} as="short-time" /> : 'Never') },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (token) => (
      <Button variant="default" size="xs" aria-label={`Disconnect ${token.name}`} onClick={() => onDelete(token)}>
        Disconnect
      </Button>
    ),
  },
]
