import { formatMilliseconds } from '../diagnostics/hops.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { AgentFields_AgentFragment } from './AgentFields.generated.ts'
import { healthWords } from './health.ts'

type StatusFields = Pick<AgentFields_AgentFragment, 'status' | 'connected' | 'health' | 'roundTripMs'>

/** An agent's status, with its health while it is connected; an active one that no edge holds at the moment is on its way back. */
export function AgentStatusBadge({ agent }: { agent: StatusFields }) {
  switch (agent.status) {
    case 'active':
      return agent.connected ? (
        <StatusBadge tone="positive" note={describeHealth(agent)}>
          Active
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning">Connecting</StatusBadge>
      )
    case 'inactive':
      return <StatusBadge tone="neutral">Inactive</StatusBadge>
    case 'error':
      return <StatusBadge tone="danger">Error</StatusBadge>
    default:
      return agent.status satisfies never
  }
}

function describeHealth({ health, roundTripMs }: StatusFields): string {
  return roundTripMs === null
    ? healthWords[health]
    : `${healthWords[health]}\u00a0·\u00a0${formatMilliseconds(roundTripMs)}`
}
