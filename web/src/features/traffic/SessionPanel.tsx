import { Text } from '@mantine/core'
import type { Agent } from '../agents/agent.ts'
import { AgentName, startedByColumn, type AgentColumn } from '../agents/columns.tsx'
import { AgentStatusBadge } from '../agents/AgentStatusBadge.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { When } from '../../ui/When.tsx'

const columns: AgentColumn[] = [
  { title: 'Agent', cell: (agent) => <AgentName agent={agent} /> },
  startedByColumn,
  {
    title: 'Started',
    cell: ({ startedAt, stoppedAt }) => (
      <TwoLines
        first={<When iso={startedAt} as="short-time" />}
        second={stoppedAt ? `ran ${formatDuration(startedAt, Date.parse(stoppedAt))}` : 'running'}
      />
    ),
  },
  {
    title: 'Requests',
    numeric: true,
    cell: ({ requestCount, dataIn, dataOut }) => (
      <TwoLines first={formatCount(requestCount)} second={`${formatBytes(dataIn)} in, ${formatBytes(dataOut)} out`} />
    ),
  },
  { title: 'Status', besideName: true, cell: (agent) => <AgentStatusBadge agent={agent} /> },
]

interface SessionPanelProps {
  /** One page of agents; undefined while it loads. */
  agents: { nodes: Agent[]; totalCount: number; pageCount: number } | undefined
}

/** The agents that serve or served a gateway, newest first. */
export function SessionPanel({ agents }: SessionPanelProps) {
  const [page, setPage] = usePageNumber()
  return (
    <Panel title="Sessions" flush>
      {agents?.totalCount === 0 ? (
        <Text size="sm" c="dimmed" px="var(--gutter)" py="lg">
          No agent has served this gateway yet.
        </Text>
      ) : (
        <DataTable caption="Sessions" columns={columns} rows={agents?.nodes} rowKey={({ id }) => id} />
      )}
      {agents && <Pager label="Sessions" page={page} pageCount={agents.pageCount} onChange={setPage} />}
    </Panel>
  )
}
