import { bytesPerGb, unlimited } from '@culvert/schema/units'
import { SimpleGrid, Stack } from '@mantine/core'
import { formatBytes, formatDecimal } from '../../ui/format.ts'
import { formatByteLimit } from '../../ui/limits.ts'
import { UsageCard } from '../../ui/UsageCard.tsx'
import type { BillingAccount } from './billing-account.ts'

/** The account's usage: current numbers, then monthly ones. Undefined while it loads. */
export function UsageCards({ account }: { account: BillingAccount | undefined }) {
  const plan = account?.plan
  const usage = account?.usage
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <UsageCard title="Gateway" used={usage?.subpoints} limit={plan?.maxSubpoints}>
          Reserved aliases.
        </UsageCard>
        <UsageCard title="Domains" used={usage?.domains} limit={plan?.maxDomains}>
          {plan?.maxDomains === 0 ? 'Custom domains are available on Pro and Custom plans.' : 'Custom domains.'}
        </UsageCard>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <UsageCard title="API Requests" used={usage?.apiRequests} limit={plan?.maxApiRequests} monthly />
        <UsageCard
          title="Data Transfer"
          used={usage?.dataOutBytes}
          limit={plan && (plan.maxDataOutGb === unlimited ? unlimited : plan.maxDataOutGb * bytesPerGb)}
          format={formatBytes}
          formatLimit={formatByteLimit}
          monthly
        />
        <UsageCard
          title="Agent Hours"
          used={usage && usage.agentMinutes / 60}
          limit={plan?.maxAgentHoursMonthly}
          format={formatDecimal}
          monthly
        />
      </SimpleGrid>
    </Stack>
  )
}
