import { FindField } from '../../ui/FindField.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFind } from '../../ui/useFind.ts'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { ActiveTable } from './ActiveTable.tsx'
import type { Agent } from './agent.ts'
import { getAgentName } from './columns.tsx'

interface ActivePanelProps {
  /** Undefined while they load. */
  agents: Agent[] | undefined
  onCheck: (agent: Agent) => void
  onStop: (agent: Agent) => void
}

/** More rows than this take longer to render than live figures allow. */
const pageSize = 50

/** The running agents, with pages and a search field when there are many. */
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
      <Pager label="Active connections" page={page} pageCount={found && pageCount} onChange={setPage} />
    </Panel>
  )
}

function listWords(agent: Agent) {
  const { assignedDomain, forwardingTo, startedBy } = agent
  return [getAgentName(agent), assignedDomain, forwardingTo, startedBy?.fullName, startedBy?.email]
}
