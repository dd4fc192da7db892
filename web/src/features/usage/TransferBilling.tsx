import { bytesPerGb, overageCentsPerGb, unlimited } from '@culvert/schema/units'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { Text } from '@mantine/core'
import { formatCents } from '../plans/price.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { FactList } from '../../ui/FactList.tsx'
import { formatBytes, formatPercent } from '../../ui/format.ts'
import { formatByteLimit, formatGb, infinity } from '../../ui/limits.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { UsageCard } from '../../ui/UsageCard.tsx'

const billedAccountFragment = graphql(`
  fragment TransferBilling_Account on Account {
    plan {
      id
      name
      maxDataOutGb
    }
    usage {
      dataOutBytes
      overage {
        dataOutBytes
        amountCents
      }
    }
  }
`)

type BilledAccount = ResultOf<typeof billedAccountFragment>

/** Shows how much of this month's transfer is billed. */
export function TransferBilling({ account }: { account: BilledAccount | undefined }) {
  if (!account) return <LoadingPanel />
  const { plan, usage } = account
  const { dataOutBytes, overage } = usage
  const isUnlimited = plan.maxDataOutGb === unlimited
  const limitBytes = isUnlimited ? unlimited : plan.maxDataOutGb * bytesPerGb
  return (
    <UsageCard
      title="Billing this month"
      used={dataOutBytes}
      limit={limitBytes}
      format={formatBytes}
      formatLimit={formatByteLimit}
      monthly
    >
      <FactList
        facts={[
          { name: 'Billable data out', value: formatBytes(dataOutBytes) },
          { name: 'Plan limit', value: `${formatGb(plan.maxDataOutGb)} (${plan.name})` },
          { name: 'Remaining', value: isUnlimited ? infinity : formatBytes(Math.max(0, limitBytes - dataOutBytes)) },
          {
            name: 'Share of limit',
            value: isUnlimited ? '0%' : formatPercent(limitBytes > 0 ? dataOutBytes / limitBytes : 1),
          },
          {
            name: 'Overage',
            value: overage ? `${formatCents(overage.amountCents)} for ${formatBytes(overage.dataOutBytes)}` : 'None',
          },
        ]}
      />
      <Text size="sm" mt="sm">
        {formatCents(overageCentsPerGb)} per GB over the monthly data-out limit, billed at month end with no service
        interruption.
      </Text>
    </UsageCard>
  )
}
