import { CsvButton } from '../../graphql/CsvButton.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconTransfer } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { GatewayTraffic } from './traffic.ts'
import { trafficColumns } from './traffic-columns.tsx'
import { UsageGatewayName } from './UsageGatewayName.tsx'

const columns: Column<GatewayTraffic>[] = [
  {
    title: 'Gateway',
    cell: ({ gateway }) => <UsageGatewayName gateway={gateway} />,
    sortBy: ({ gateway }) => gateway?.name,
  },
  ...trafficColumns,
]

interface TransferTableProps {
  /** Undefined while they load. */
  rows: GatewayTraffic[] | undefined
  /** What the rows sum up. */
  range: { accountId: string; from: string; to: string }
}

/** The traffic of each gateway, also as a file by day. */
export function TransferTable({ rows, range }: TransferTableProps) {
  return (
    <Panel
      title="Transfer by Gateway"
      aside={
        <CsvButton
          name="usage"
          make={async (client, progress) => {
            const { writeUsage } = await import('./usage-csv.ts')
            return await writeUsage(client, range, progress)
          }}
        />
      }
      flush
    >
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
