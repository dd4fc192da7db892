import { CsvButton } from '../../graphql/CsvButton.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconTransfer } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { GatewayTraffic, TrafficMetric } from './traffic.ts'
import { trafficColumns } from './traffic-columns.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'

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
      {rows?.length === 0 ? (
        <EmptyState
          icon={IconTransfer}
          title="No traffic"
          description="Gateways appear here once visitors use them. Choose a longer range to look further back."
        />
      ) : (
        <DataTable
          caption="Transfer by gateway"
          columns={columns}
          rows={rows}
          rowKey={({ gateway }) => gateway?.id ?? 'random'}
        />
      )}
    </Panel>
  )
}

/** The name of a gateway in usage figures, even after its deletion; null stands for random hostnames. */
function UsageGatewayName({ gateway }: { gateway: TrafficMetric['gateway'] }) {
  if (!gateway) return <TwoLines first={<strong>Random hostnames</strong>} second="of agents without a gateway" />
  const { name, subdomain, deletedAt } = gateway
  return (
    <TwoLines
      first={<strong>{name}</strong>}
      second={
        <>
          <code>{subdomain}</code>
          {deletedAt && ', deleted'}
        </>
      }
    />
  )
}
