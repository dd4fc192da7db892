import { ActionIcon, Text } from '@mantine/core'
import { CopyableValue } from '../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { IconDelete } from '../ui/icons.ts'
import { When } from '../ui/When.tsx'
import type { IpRestrictionTable_IpRestrictionFragment } from './IpRestrictionTable.generated.ts'

interface IpRestrictionTableProps {
  /** Undefined while they load. */
  restrictions: IpRestrictionTable_IpRestrictionFragment[] | undefined
  canManage: boolean
  onRemove: (restriction: IpRestrictionTable_IpRestrictionFragment) => void
}

type RestrictionColumn = Column<IpRestrictionTable_IpRestrictionFragment>

/** The addresses that the account refuses. */
export function IpRestrictionTable({ restrictions, canManage, onRemove }: IpRestrictionTableProps) {
  const columns = canManage ? [...factColumns, getActionColumn(onRemove)] : factColumns
  return <DataTable caption="IP restrictions" columns={columns} rows={restrictions} rowKey={({ id }) => id} />
}

const factColumns: RestrictionColumn[] = [
  { title: 'IP address or range', cell: ({ ipAddress }) => <CopyableValue value={ipAddress} label="IP address" /> },
  {
    title: 'Description',
    cell: ({ description }) =>
      description ?? (
        <Text span size="sm" c="dimmed">
          No description
        </Text>
      ),
  },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} /> },
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
