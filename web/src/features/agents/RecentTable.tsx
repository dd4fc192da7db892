import { DataTable } from '../../ui/DataTable.tsx'
import { formatBytes, formatDuration } from '../../ui/format.ts'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import type { Agent } from './agent.ts'
import { AgentStatusBadge } from './AgentStatusBadge.tsx'
import { AgentName, domainColumn, startedByColumn, type AgentColumn } from './columns.tsx'

const columns: AgentColumn[] = [
  { title: 'Agent', cell: (agent) => <AgentName agent={agent} /> },
  domainColumn,
  startedByColumn,
  {
    title: 'Duration',
    onPhones: 'hidden',
    cell: ({ startedAt, stoppedAt }) => (stoppedAt ? formatDuration(startedAt, Date.parse(stoppedAt)) : 'N/A'),
  },
  {
    title: 'Data Transfer',
    onPhones: 'hidden',
    numeric: true,
    cell: ({ dataIn, dataOut }) => (
      <TwoLines first={`${formatBytes(dataIn)} in`} second={`${formatBytes(dataOut)} out`} />
    ),
  },
  {
    title: 'Ended',
    cell: ({ stoppedAt }) => (stoppedAt ? <When iso={stoppedAt} as="short-time" /> : 'N/A'),
  },
  { title: 'Status', besideName: true, cell: (agent) => <AgentStatusBadge agent={agent} /> },
]

/** Agents that have ended, newest first. Undefined while they load. */
export function RecentTable({ agents }: { agents: Agent[] | undefined }) {
  return <DataTable caption="Recent sessions" columns={columns} rows={agents} rowKey={({ id }) => id} />
}
