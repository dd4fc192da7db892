import { FindPanel } from '../../ui/FindPanel.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { ActiveTable } from './ActiveTable.tsx'
import type { Agent } from './agent.ts'
import { getAgentName } from './agent-name.ts'

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
  return (
    <FindPanel
      title="Active Secure Connections"
      label="Find a connection"
      items={agents}
      listWords={listWords}
      pageName="active"
      above={pageSize}
    >
      {(found) => {
        const pageCount = found && Math.ceil(found.length / pageSize)
        const end = Math.min(page, pageCount ?? 1) * pageSize
        return (
          <>
            <ActiveTable agents={found?.slice(end - pageSize, end)} onCheck={onCheck} onStop={onStop} />
            <Pager label="Active connections" page={page} pageCount={pageCount} onChange={setPage} />
          </>
        )
      }}
    </FindPanel>
  )
}

function listWords(agent: Agent) {
  const { assignedDomain, forwardingTo, startedBy, label } = agent
  return [getAgentName(agent), assignedDomain, forwardingTo, startedBy?.fullName, startedBy?.email, label]
}
