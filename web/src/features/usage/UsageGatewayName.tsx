import { TwoLines } from '../../ui/TwoLines.tsx'
import type { TrafficMetric } from './traffic.ts'

/** The name of a gateway in usage figures, even after its deletion; null stands for random hostnames. */
export function UsageGatewayName({ gateway }: { gateway: TrafficMetric['gateway'] }) {
  if (!gateway) return <TwoLines first={<strong>Random hostnames</strong>} second="of agents without a gateway" />
  const { name, subdomain, deletedAt } = gateway
  return (
    <TwoLines
      first={<strong>{name}</strong>}
      second={
        <>
          <code>{subdomain}</code>
          {deletedAt && ', deleted'}
        </>
      }
    />
  )
}
