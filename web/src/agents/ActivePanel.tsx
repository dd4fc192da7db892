import { Text, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { usePageNumber } from '../ui/usePageNumber.ts'
import { ActiveTable } from './ActiveTable.tsx'
import type { AgentFields_AgentFragment } from './AgentFields.generated.ts'
import { getAgentName } from './columns.tsx'

interface ActivePanelProps {
  /** Undefined while they load. */
  agents: AgentFields_AgentFragment[] | undefined
  onStop: (agent: AgentFields_AgentFragment) => void
}

/** More rows than this at once take longer to draw than live figures leave time for. */
const pageSize = 50

/** The agents that run now; many of them in pages, with a way to find one. */
export function ActivePanel({ agents, onStop }: ActivePanelProps) {
  const [query, setQuery] = useSearchParams()
  const [page, setPage] = usePageNumber('active')
  const wanted = query.get('find') ?? ''
  const found = agents?.filter((agent) => matches(agent, wanted))
  const pageCount = Math.max(1, Math.ceil((found?.length ?? 0) / pageSize))
  const shownPage = Math.min(page, pageCount)
  const isSearchable = wanted !== '' || (agents !== undefined && agents.length > pageSize)

  const find = (text: string) => {
    const { find: _find, active: _active, ...others } = Object.fromEntries(query)
    setQuery({ ...others, ...(text && { find: text }) }, { replace: true })
  }
  return (
    <Panel
      title="Active Secure Connections"
      aside={
        isSearchable && (
          <TextInput
            size="xs"
            type="search"
            aria-label="Find a connection"
            placeholder="Name, hostname or person"
            value={wanted}
            onChange={(event) => find(event.currentTarget.value)}
          />
        )
      }
      flush
    >
      {found?.length === 0 ? (
        <Text size="sm" c="dimmed" px="var(--gutter)" py="lg">
          No running agent matches “{wanted}”.
        </Text>
      ) : (
        <ActiveTable agents={found?.slice((shownPage - 1) * pageSize, shownPage * pageSize)} onStop={onStop} />
      )}
      <Pager label="Active connections" page={shownPage} pageCount={pageCount} onChange={setPage} />
    </Panel>
  )
}

function matches(agent: AgentFields_AgentFragment, wanted: string): boolean {
  const { assignedDomain, forwardingTo, startedBy } = agent
  const words = [getAgentName(agent), assignedDomain, forwardingTo, startedBy?.fullName, startedBy?.email]
  return words.join('\n').toLowerCase().includes(wanted.trim().toLowerCase())
}
