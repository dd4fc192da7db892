import { formatMilliseconds } from '../diagnostics/hops.ts'
import { ReconnectingBadge } from '../../ui/ReconnectingBadge.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { healthWords, type Agent } from './agent.ts'

type StatusFields = Pick<Agent, 'status' | 'connected' | 'lostAt' | 'health' | 'roundTripMs'>

/** An agent's status, with its health while it is connected. A lost agent shows as reconnecting. */
export function AgentStatusBadge({ agent }: { agent: StatusFields }) {
  switch (agent.status) {
    case 'active':
      if (agent.lostAt !== null) return <ReconnectingBadge lostAt={agent.lostAt} />
      return agent.connected ? (
        <StatusBadge word="Active" tone="positive" note={describeHealth(agent)} />
      ) : (
        <StatusBadge word="Connecting" tone="warning" />
      )
    case 'inactive':
      return <StatusBadge word="Inactive" tone="neutral" />
    case 'error':
      return <StatusBadge word="Error" tone="danger" />
    default:
      return agent.status satisfies never
  }
}

function describeHealth({ health, roundTripMs }: StatusFields): string {
  return roundTripMs === null
    ? healthWords[health]
    : `${healthWords[health]}\u00a0·\u00a0${formatMilliseconds(roundTripMs)}`
}
