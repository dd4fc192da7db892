import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { AgentFields_AgentFragment } from './AgentFields.generated.ts'

/** An agent's status; an active one that no edge holds at the moment is on its way back. */
export function AgentStatusBadge({ agent }: { agent: Pick<AgentFields_AgentFragment, 'status' | 'connected'> }) {
  switch (agent.status) {
    case 'active':
      return agent.connected ? (
        <StatusBadge tone="positive">Active</StatusBadge>
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
