import { ActionIcon } from '@mantine/core'
import { CopyableValue } from '../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { IconDelete } from '../ui/icons.ts'
import { When } from '../ui/When.tsx'
import { GatewayStatusBadge } from './GatewayStatusBadge.tsx'
import type { GatewayTable_GatewayFragment } from './GatewayTable.generated.ts'

interface GatewayTableProps {
  /** Undefined while they load. */
  gateways: GatewayTable_GatewayFragment[] | undefined
  canManage: boolean
  onDelete: (gateway: GatewayTable_GatewayFragment) => void
}

/** The account's gateways. */
export function GatewayTable({ gateways, canManage, onDelete }: GatewayTableProps) {
  const columns = canManage ? [...factColumns, getActionColumn(onDelete)] : factColumns
  return <DataTable caption="Gateways" columns={columns} rows={gateways} rowKey={({ id }) => id} />
}

type GatewayColumn = Column<GatewayTable_GatewayFragment>

const factColumns: GatewayColumn[] = [
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  {
    title: 'Domain',
    wide: true,
    cell: ({ subdomain, publicUrl, tunnelBinding }) => (
      <CopyableValue value={subdomain} label="hostname" href={tunnelBinding ? publicUrl : undefined} />
    ),
  },
  { title: 'Status', cell: (gateway) => <GatewayStatusBadge gateway={gateway} /> },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} /> },
]

const getActionColumn = (onDelete: GatewayTableProps['onDelete']): GatewayColumn => ({
  title: 'Actions',
  cell: (gateway) => (
    <ActionIcon
      color="red"
      aria-label={`Delete gateway ${gateway.name}`}
      title="Delete gateway"
      onClick={() => onDelete(gateway)}
    >
      <IconDelete size={17} aria-hidden />
    </ActionIcon>
  ),
})
