import { webPaths } from '@culvert/schema/web-paths'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import type { Agent } from './agent.ts'
import { getAgentName, nameStarter } from './agent-name.ts'
import classes from './columns.module.css'

/** The columns that both tables share. */
export type AgentColumn = Column<Agent>

/** The agent's name, which leads to its page. */
export function AgentName({ agent }: { agent: Agent }) {
  return (
    <RowLink to={`${webPaths.agents}/${agent.id}`}>
      <span className={classes.name} title={getAgentName(agent)}>
        {getAgentName(agent)}
        {agent.pool && ' (pool)'}
      </span>
    </RowLink>
  )
}

/** The public hostname over the local address that it leads to. */
export const domainColumn: AgentColumn = {
  title: 'Domain',
  wide: true,
  onPhones: 'clipped',
  cell: (agent) => (
    <TwoLines
      first={<Hostname agent={agent} />}
      second={agent.forwardingTo ? <code>{agent.forwardingTo}</code> : 'N/A'}
    />
  ),
}

/** Who started the agent, with the e-mail address on hover and focus; the label of an agent token in place of a person. */
export const startedByColumn: AgentColumn = {
  title: 'Started By',
  onPhones: 'hidden',
  cell: (agent) => {
    const { startedBy } = agent
    if (!startedBy) return nameStarter(agent)
    if (!startedBy.email) {
      return (
        <span className={classes.name} title={startedBy.fullName}>
          {startedBy.fullName}
        </span>
      )
    }
    return (
      <Hint className={classes.name} label={startedBy.email}>
        {startedBy.fullName}
      </Hint>
    )
  },
}

/** Links to the app while it can be reached. */
function Hostname({ agent }: { agent: Agent }) {
  const { assignedDomain, status, connected, publicUrl } = agent
  if (!assignedDomain) return 'N/A'
  const isReachable = status === 'active' && connected
  return <CopyableValue value={assignedDomain} label="hostname" href={isReachable ? publicUrl : undefined} />
}
