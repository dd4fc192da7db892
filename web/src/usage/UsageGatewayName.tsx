import { TwoLines } from '../ui/TwoLines.tsx'
import type { Traffic_MetricFragment } from './Traffic.generated.ts'

/** A gateway as usage knows it, also after it was deleted; null for the random hostnames. */
export function UsageGatewayName({ gateway }: { gateway: Traffic_MetricFragment['gateway'] }) {
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
