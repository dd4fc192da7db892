import { FindField } from '../ui/FindField.tsx'
import { NothingFound } from '../ui/NothingFound.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useFind } from '../ui/useFind.ts'
import { usePageNumber } from '../ui/usePageNumber.ts'
import { ActiveTable } from './ActiveTable.tsx'
import type { AgentFields_AgentFragment } from './AgentFields.generated.ts'
import { getAgentName } from './columns.tsx'

interface ActivePanelProps {
  /** Undefined while they load. */
  agents: AgentFields_AgentFragment[] | undefined
  onCheck: (agent: AgentFields_AgentFragment) => void
  onStop: (agent: AgentFields_AgentFragment) => void
}

/** More rows than this at once take longer to draw than live figures leave time for. */
const pageSize = 50

/** The agents that run now; many of them in pages, with a way to find one. */
export function ActivePanel({ agents, onCheck, onStop }: ActivePanelProps) {
  const [page, setPage] = usePageNumber('active')
  const find = useFind(agents, listWords, 'active')
  const { found, wanted } = find
  const pageCount = Math.max(1, Math.ceil((found?.length ?? 0) / pageSize))
  const shownPage = Math.min(page, pageCount)
  return (
    <Panel
      title="Active Secure Connections"
      aside={<FindField label="Find a connection" find={find} total={agents?.length} above={pageSize} />}
      flush
    >
      {found?.length === 0 ? (
        <NothingFound wanted={wanted} />
      ) : (
        <ActiveTable
          agents={found?.slice((shownPage - 1) * pageSize, shownPage * pageSize)}
          onCheck={onCheck}
          onStop={onStop}
        />
      )}
      <Pager label="Active connections" page={shownPage} pageCount={pageCount} onChange={setPage} />
    </Panel>
  )
}

function listWords(agent: AgentFields_AgentFragment) {
  const { assignedDomain, forwardingTo, startedBy } = agent
  return [getAgentName(agent), assignedDomain, forwardingTo, startedBy?.fullName, startedBy?.email]
}
