import { ReconnectingBadge } from '../../ui/ReconnectingBadge.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Binding } from './gateway.ts'

/** Shows whether an agent serves a gateway, and how long its connection has been lost. */
export function GatewayStatusBadge({ gateway }: { gateway: Binding }) {
  const { tunnelBinding, agentLostAt, block } = gateway
  if (block !== null) return <StatusBadge word="Blocked" tone="danger" note="By the operator" />
  if (tunnelBinding === null) return <StatusBadge word="Available" tone="neutral" />
  if (agentLostAt !== null) return <ReconnectingBadge lostAt={agentLostAt} />
  return <StatusBadge word="Active" tone="positive" note="Agent bound" />
}
