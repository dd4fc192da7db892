import { webPaths } from '@culvert/schema/web-paths'
import { ActionIcon, Group } from '@mantine/core'
import { useMemo } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatBytes, formatCount, formatDuration, formatNumber } from '../../ui/format.ts'
import { IconLive, IconStop } from '../../ui/icons.ts'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { useNow } from '../../ui/useNow.ts'
import type { Agent } from './agent.ts'
import { AgentStatusBadge } from './AgentStatusBadge.tsx'
import { getAgentName } from './agent-name.ts'
import { AgentName, domainColumn, startedByColumn, type AgentColumn } from './columns.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

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
    cell: (agent) => (
      <TwoLines
        first={
          <TextLink
            to={`${webPaths.requests}?agent=${agent.id}`}
            title="See these requests"
            aria-label={`${formatNumber(agent.requestCount, 'request')} of ${getAgentName(agent)}`}
          >
            {formatCount(agent.requestCount)}
          </TextLink>
        }
        second={`${formatBytes(agent.dataOut)} out`}
      />
    ),
  },
  { title: 'Status', besideName: true, cell: (agent) => <AgentStatusBadge agent={agent} /> },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (agent) => (
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          aria-label={`Check the connection of ${getAgentName(agent)}`}
          title="Check connection"
          onClick={() => onCheck(agent)}
        >
          <IconLive size={17} aria-hidden />
        </ActionIcon>
        {agent.viewerCanStop && (
          <ActionIcon
            color="red"
            aria-label={`Stop ${getAgentName(agent)}`}
            title="Stop agent"
            onClick={() => onStop(agent)}
          >
            <IconStop size={17} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    ),
  },
]
