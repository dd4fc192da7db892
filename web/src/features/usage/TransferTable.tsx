import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { IconTransfer } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { countBytes, type GatewayTraffic } from './traffic.ts'
import { UsageGatewayName } from './UsageGatewayName.tsx'

const columns: Column<GatewayTraffic>[] = [
  { title: 'Gateway', cell: ({ gateway }) => <UsageGatewayName gateway={gateway} /> },
  { title: 'Requests', numeric: true, cell: ({ apiRequests }) => formatCount(apiRequests) },
  { title: 'Data In', numeric: true, cell: ({ dataInBytes }) => formatBytes(dataInBytes) },
  { title: 'Data Out', numeric: true, cell: ({ dataOutBytes }) => formatBytes(dataOutBytes) },
  { title: 'Total', numeric: true, cell: (row) => <strong>{formatBytes(countBytes(row))}</strong> },
]

/** The traffic of each gateway; undefined while it loads. */
export function TransferTable({ rows }: { rows: GatewayTraffic[] | undefined }) {
  return (
    <Panel title="Transfer by Gateway" flush>
      <DataTable
        caption="Transfer by gateway"
        columns={columns}
        rows={rows}
        rowKey={({ gateway }) => gateway?.id ?? 'random'}
        empty={
          <EmptyState
            icon={IconTransfer}
            title="No Traffic"
            description="Gateways appear here once visitors use them. Choose a longer range to look further back."
          />
        }
      />
    </Panel>
  )
}
