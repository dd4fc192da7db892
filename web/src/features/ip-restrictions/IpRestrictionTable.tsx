import type { ResultOf } from '@graphql-typed-document-node/core'
import { ActionIcon, Text } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { IconDelete } from '../../ui/icons.ts'
import { When } from '../../ui/When.tsx'

const ipRestrictionFragment = graphql(`
  fragment IpRestrictionTable_IpRestriction on IpRestriction {
    id
    ipAddress
    description
    createdAt
  }
`)

export type IpRestriction = ResultOf<typeof ipRestrictionFragment>

interface IpRestrictionTableProps {
  restrictions: IpRestriction[]
  canManage: boolean
  onRemove: (restriction: IpRestriction) => void
}

type RestrictionColumn = Column<IpRestriction>

/** The addresses that the account refuses. */
export function IpRestrictionTable({ restrictions, canManage, onRemove }: IpRestrictionTableProps) {
  const columns = canManage ? [...factColumns, getActionColumn(onRemove)] : factColumns
  return <DataTable caption="IP restrictions" columns={columns} rows={restrictions} rowKey={({ id }) => id} />
}

const factColumns: RestrictionColumn[] = [
  {
    title: 'IP address or range',
    cell: ({ ipAddress }) => <CopyableValue value={ipAddress} label="IP address" />,
    sortBy: ({ ipAddress }) => ipAddress,
  },
  {
    title: 'Description',
    sortBy: ({ description }) => description,
    cell: ({ description }) =>
      description ?? (
        <Text span size="sm" c="dimmed">
          No description
        </Text>
      ),
  },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} />, sortBy: ({ createdAt }) => createdAt },
]

const getActionColumn = (onRemove: IpRestrictionTableProps['onRemove']): RestrictionColumn => ({
  title: 'Actions',
  cell: (restriction) => (
    <ActionIcon
      color="red"
      aria-label={`Remove the restriction for ${restriction.ipAddress}`}
      title="Remove restriction"
      onClick={() => onRemove(restriction)}
    >
      <IconDelete size={17} aria-hidden />
    </ActionIcon>
  ),
})
