import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { GatewayTable_GatewayFragment } from './GatewayTable.generated.ts'

/** Whether an agent serves a gateway. */
export function GatewayStatusBadge({ gateway }: { gateway: Pick<GatewayTable_GatewayFragment, 'tunnelBinding'> }) {
  if (gateway.tunnelBinding === null) return <StatusBadge tone="neutral">Available</StatusBadge>
  return (
    <StatusBadge tone="positive" note="Agent bound">
      Active
    </StatusBadge>
  )
}
