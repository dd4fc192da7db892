import { Text } from '@mantine/core'
import { GatewayStatusBadge } from '../gateways/GatewayStatusBadge.tsx'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatCount, formatMinutes, formatPercent } from '../../ui/format.ts'
import { IconGateway } from '../../ui/icons.ts'
import { infinity } from '../../ui/limits.ts'
import { Panel } from '../../ui/Panel.tsx'
import { When } from '../../ui/When.tsx'
import type { Performance } from './performance.ts'

const none = '–'

const columns: Column<Performance>[] = [
  {
    title: 'Name',
    cell: ({ gateway }) => <strong>{gateway?.name ?? 'Random hostnames'}</strong>,
    sortBy: ({ gateway }) => gateway?.name,
  },
  {
    title: 'Subdomain',
    wide: true,
    cell: ({ gateway }) =>
      gateway ? (
        <CopyableValue value={gateway.subdomain} label="hostname" />
      ) : (
        <Text component="span" size="sm" c="dimmed">
          a new one for each session
        </Text>
      ),
  },
  {
    title: 'Status',
    besideName: true,
    cell: ({ gateway }) => (gateway ? <GatewayStatusBadge gateway={gateway} /> : none),
  },
  {
    title: 'Sessions',
    numeric: true,
    cell: ({ sessionCount }) => formatCount(sessionCount),
    sortBy: ({ sessionCount }) => sessionCount,
  },
  {
    title: 'Avg session',
    numeric: true,
    cell: ({ averageMinutes }) => (averageMinutes === undefined ? none : formatMinutes(averageMinutes)),
    sortBy: ({ averageMinutes }) => averageMinutes,
  },
  {
    title: 'Requests',
    numeric: true,
    cell: ({ requestCount }) => formatCount(requestCount),
    sortBy: ({ requestCount }) => requestCount,
  },
  {
    title: 'Success',
    numeric: true,
    cell: ({ successShare }) => (successShare === undefined ? none : formatPercent(successShare)),
    sortBy: ({ successShare }) => successShare,
  },
  {
    title: 'Created',
    cell: ({ gateway }) => (gateway ? <When iso={gateway.createdAt} /> : none),
    sortBy: ({ gateway }) => gateway?.createdAt,
  },
  { title: 'TTL (hours)', numeric: true, cell: ({ gateway }) => (gateway ? infinity : none) },
]

/** The performance of each gateway; undefined while it loads. */
export function PerformanceTable({ rows }: { rows: Performance[] | undefined }) {
  return (
    <Panel
      title="Gateway Performance"
      description="A gateway has no time to live: it stays yours until you delete it."
      flush
    >
      {rows?.length === 0 ? (
        <EmptyState icon={IconGateway} title="No gateways yet" description="Reserve a hostname on the Gateway page." />
      ) : (
        <DataTable
          caption="Gateway performance"
          columns={columns}
          rows={rows}
          rowKey={({ gateway }) => gateway?.id ?? 'random'}
        />
      )}
    </Panel>
  )
}
