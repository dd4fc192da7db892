import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts'
import { IconStop } from '../../ui/icons.ts'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { useNow } from '../../ui/useNow.ts'
import type { Agent } from './agent.ts'
import { AgentStatusBadge } from './AgentStatusBadge.tsx'
import { AgentName, domainColumn, getAgentName, startedByColumn, type AgentColumn } from './columns.tsx'

interface ActiveTableProps {
  /** Undefined while they load. */
  agents: Agent[] | undefined
  onCheck: (agent: Agent) => void
  onStop: (agent: Agent) => void
}

const durationTickMs = 15_000

/** The running agents. */
export function ActiveTable({ agents, onCheck, onStop }: ActiveTableProps) {
  const now = useNow(durationTickMs)
  const columns = useMemo(() => getColumns(now, { onCheck, onStop }), [now, onCheck, onStop])
  return <DataTable caption="Active secure connections" columns={columns} rows={agents} rowKey={({ id }) => id} />
}

const getColumns = (now: number, { onCheck, onStop }: Omit<ActiveTableProps, 'agents'>): AgentColumn[] => [
  { title: 'Connection', cell: (agent) => <AgentName agent={agent} /> },
  domainColumn,
  startedByColumn,
  { title: 'Duration', cell: ({ startedAt }) => formatDuration(startedAt, now) },
  {
    title: 'Requests',
    numeric: true,
    cell: ({ requestCount, dataOut }) => (
      <TwoLines first={formatCount(requestCount)} second={`${formatBytes(dataOut)} out`} />
    ),
  },
  { title: 'Status', cell: (agent) => <AgentStatusBadge agent={agent} /> },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (agent) => (
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          aria-label={`Check the connection of ${getAgentName(agent)}`}
          onClick={() => onCheck(agent)}
        >
          Check
        </Button>
        {agent.viewerCanStop && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconStop size={14} aria-hidden />}
            aria-label={`Stop ${getAgentName(agent)}`}
            onClick={() => onStop(agent)}
          >
            Stop
          </Button>
        )}
      </Group>
    ),
  },
]
