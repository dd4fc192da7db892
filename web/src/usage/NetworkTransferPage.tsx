import { useQuery, useSubscription } from '@apollo/client/react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { Columns } from '../ui/Columns.tsx'
import { DailyChart, type Series } from '../ui/DailyChart.tsx'
import { formatBytes } from '../ui/format.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { StatStrip } from '../ui/StatStrip.tsx'
import { AnalyticsLinks } from './AnalyticsLinks.tsx'
import {
  NetworkTransferPage_AccountChangedDocument,
  NetworkTransferPage_QueryDocument,
} from './NetworkTransferPage.generated.ts'
import { RangeSwitch } from './RangeSwitch.tsx'
import { countBytes, sumByGateway, sumTraffic } from './traffic.ts'
import { TransferBilling } from './TransferBilling.tsx'
import { TransferTable } from './TransferTable.tsx'
import { useRange } from './useRange.ts'

const series: Series<'dataInBytes' | 'dataOutBytes'>[] = [
  { key: 'dataOutBytes', label: 'Data Out', color: 'accent' },
  { key: 'dataInBytes', label: 'Data In', color: 'neutral' },
]
const daySeconds = 24 * 60 * 60

/** What the account's tunnels carried, and what of it is billed. */
export function NetworkTransferPage() {
  useTitle('Network Transfer')
  const { days, from, to } = useRange()
  const variables = { accountId: useActiveAccount().membership.account.id, from, to }
  const { data, previousData, error, refetch } = useQuery(NetworkTransferPage_QueryDocument, {
    variables,
    pollInterval: useFallbackPollMs(),
  })
  useSubscription(NetworkTransferPage_AccountChangedDocument, { variables, ignoreResults: true })
  // While another range loads, the one before it stays: the layout does not jump.
  const account = (data ?? previousData)?.account
  const sum = account && sumTraffic(account.usageTotals)

  return (
    <>
      <PageHeader
        title="Network Transfer"
        description="Bytes between visitors and your tunnels, as the edges count them. Days are those of UTC."
        actions={<AnalyticsLinks />}
      />
      {error && !account ? (
        <LoadError what="your network transfer" reason={getErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <RangeSwitch days={days} />
          <StatStrip
            stats={[
              { label: 'Data In', value: sum && formatBytes(sum.dataInBytes), note: 'from visitors' },
              { label: 'Data Out', value: sum && formatBytes(sum.dataOutBytes), note: 'to visitors' },
              { label: 'Total', value: sum && formatBytes(countBytes(sum)), note: 'both ways' },
              {
                label: 'Avg Speed',
                value: sum && `${formatBytes(countBytes(sum) / (days * daySeconds))}/s`,
                note: `total over ${days} days`,
              },
            ]}
          />
          <Columns aside={<TransferBilling account={account} />} even>
            <Panel title="Data transfer by day">
              <DailyChart
                label="Data transfer by day"
                series={series}
                days={account?.usageTotals}
                format={formatBytes}
                bytes
                emptyText="Nothing was carried in this range."
              />
            </Panel>
          </Columns>
          <TransferTable rows={account && sumByGateway(account.usageMetrics)} />
        </>
      )}
    </>
  )
}
